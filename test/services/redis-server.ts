/**
 * A Redis server from this machine's installation: a separate process in its own folder, on a free port of the loopback
 * address. It keeps every write, and can be killed and restarted with its data.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '@weir/platform/testing';
import { installedProgram } from './installed-program.js';
import { ServerProcess } from './server-process.js';
import type { Installed, Missing } from './service-cache.js';

const PROGRAM = 'redis-server';

export const REDIS_USER = { username: 'alice', password: 'wonder-land' } as const;

export function redisHere(): Promise<Installed | Missing> {
  return installedProgram(PROGRAM);
}

export class RedisServer {
  private constructor(
    private readonly process: ServerProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** @returns when it answers. */
  static async start({ folder: programs }: Installed): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-redis-'));
    const port = await freePort();
    const { username, password } = REDIS_USER;
    const args = [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--appendonly', 'yes', '--save', ''],
      ...['--user', username, 'on', `>${password}`, '~*', '+@all'],
    ];
    const server = new RedisServer(
      new ServerProcess({
        name: 'Redis',
        program: join(programs, PROGRAM),
        args,
        answers: () => answersAt(port),
      }),
      folder,
      port,
    );
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** @returns a client, which its caller disconnects. */
  client(): Redis {
    return new Redis({ port: this.port, host: '127.0.0.1' });
  }

  /** Restarts after `kill`, on the same port, with the same data. @returns when it answers. */
  startAgain(): Promise<void> {
    return this.process.start();
  }

  /** Ends the process like a crash. */
  kill(): Promise<void> {
    return this.process.kill();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function answersAt(port: number): Promise<boolean> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
