/**
 * A RabbitMQ server from this machine's installation: a separate process in its own folder, on a free port of the
 * loopback address, with its own directory of Erlang nodes. Its start takes about ten seconds.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelModel, connect } from 'amqplib';
import { freePort } from '@weir/platform/testing';
import { installedProgram } from './installed-program.js';
import { ServerProcess } from './server-process.js';
import type { Installed, Missing } from './service-cache.js';

const PROGRAM = 'rabbitmq-server';
/** On Debian, the program in the PATH runs only as a certain user. */
const FOLDERS = ['/usr/lib/rabbitmq/bin'];

export const RABBITMQ_USER = { username: 'alice', password: 'wonder-land' } as const;

export function rabbitMqHere(): Promise<Installed | Missing> {
  return installedProgram(PROGRAM, FOLDERS);
}

export class RabbitMqServer {
  private constructor(
    private readonly nodes: ServerProcess,
    private readonly process: ServerProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** @returns when it answers. */
  static async start({ folder: programs }: Installed): Promise<RabbitMqServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-rabbitmq-'));
    const [port, distribution, nodesPort] = [await freePort(), await freePort(), await freePort()];
    const { username, password } = RABBITMQ_USER;
    const lines = [
      `listeners.tcp.1 = 127.0.0.1:${port}`,
      `default_user = ${username}`,
      `default_pass = ${password}`,
    ];
    await writeFile(join(folder, 'rabbitmq.conf'), lines.join('\n') + '\n');
    await writeFile(join(folder, 'plugins'), '[].\n');
    const nodes = new ServerProcess({
      name: 'the directory of Erlang nodes',
      program: 'epmd',
      args: ['-address', '127.0.0.1', '-port', String(nodesPort)],
      answers: () => accepts(nodesPort),
    });
    const server = new ServerProcess({
      name: 'RabbitMQ',
      program: join(programs, PROGRAM),
      args: [],
      cwd: folder,
      isGroup: true,
      env: {
        ...process.env,
        HOME: folder,
        ERL_EPMD_ADDRESS: '127.0.0.1',
        ERL_EPMD_PORT: String(nodesPort),
        RABBITMQ_NODENAME: 'weir@localhost',
        RABBITMQ_DIST_PORT: String(distribution),
        RABBITMQ_MNESIA_BASE: join(folder, 'data'),
        RABBITMQ_LOG_BASE: join(folder, 'log'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
        RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      },
      answers: () => answersAt(port),
    });
    const started = new RabbitMqServer(nodes, server, folder, port);
    try {
      await nodes.start();
      await server.start();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  get url(): string {
    return `amqp://127.0.0.1:${this.port}`;
  }

  /** @returns a connection, which its caller closes. */
  client(): Promise<ChannelModel> {
    return clientOf(this.port);
  }

  async stop(): Promise<void> {
    await this.process.kill();
    await this.nodes.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function clientOf(port: number): Promise<ChannelModel> {
  return connect({ hostname: '127.0.0.1', port, ...RABBITMQ_USER });
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function answersAt(port: number): Promise<boolean> {
  try {
    await (await clientOf(port)).close();
    return true;
  } catch {
    return false;
  }
}
