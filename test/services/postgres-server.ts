/**
 * A PostgreSQL server from this machine's installation, configured for logical replication: a separate process in its
 * own folder, on a free port of the loopback address. It can be killed and restarted with its data.
 */
import { execFile } from 'node:child_process';
import { access, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '@weir/platform/testing';
import { ServerProcess } from './server-process.js';
import type { Installed, Missing } from './service-cache.js';

const run = promisify(execFile);
const PLACES = '/usr/lib/postgresql';

const POSTGRES_USER = { username: 'alice', password: 'wonder-land' } as const;

/** Returns the folder of its programs. */
export async function postgresHere(): Promise<Installed | Missing> {
  const versions = await readdir(PLACES).catch(() => []);
  const places = versions.map(version => join(PLACES, version, 'bin'));
  for (const path of process.env['PATH']?.split(':') ?? []) places.push(path);
  for (const folder of places) {
    try {
      await Promise.all(['initdb', 'postgres'].map(program => access(join(folder, program))));
      return { folder };
    } catch {
      // Not in this folder.
    }
  }
  if (process.env['WEIR_TEST_REQUIRE_SERVICES'] !== undefined) throw new Error('no PostgreSQL here');
  return { missing: 'no PostgreSQL is installed' };
}

export class PostgresServer {
  private constructor(
    private readonly process: ServerProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** @returns when it answers. */
  static async start({ folder: programs }: Installed): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-postgres-'));
    const port = await freePort();
    const data = join(folder, 'data');
    // PostgreSQL does not run as root.
    const owner = process.getuid?.() === 0 ? await someUser() : undefined;
    if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
    await run(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      {
        ...owner,
        cwd: folder,
      },
    );
    const lines = ['host all admin 127.0.0.1/32 trust', 'host all alice 127.0.0.1/32 scram-sha-256'];
    await writeFile(join(data, 'pg_hba.conf'), lines.join('\n') + '\n');
    const settings = {
      wal_level: 'logical',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(port),
      fsync: 'off',
      password_encryption: 'scram-sha-256',
      max_wal_senders: '20',
      max_replication_slots: '50',
      TimeZone: 'Asia/Kolkata',
      DateStyle: 'SQL, DMY',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = new PostgresServer(
      new ServerProcess({
        name: 'PostgreSQL',
        program: join(programs, 'postgres'),
        args: ['-D', data, ...args],
        cwd: folder,
        isGroup: true,
        isHeldUp: true,
        ...owner,
        answers: () => answersAt(port),
      }),
      folder,
      port,
    );
    await server.startAgain();
    const { username, password } = POSTGRES_USER;
    await server.query(`CREATE ROLE ${username} LOGIN REPLICATION PASSWORD '${password}'`);
    await server.query('GRANT pg_read_all_data TO alice');
    return server;
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
    await rm(dirname(join(this.folder, 'data')), { recursive: true, force: true });
  }

  /** Login of a client that reads changes. */
  get login() {
    return { host: '127.0.0.1', port: this.port, database: 'postgres', ...POSTGRES_USER };
  }

  /** Runs a query as administrator. */
  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = clientOf(this.port);
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    } finally {
      await client.end();
    }
  }
}

function clientOf(port: number): pg.Client {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'admin', database: 'postgres' });
  client.on('error', () => undefined);
  return client;
}

async function answersAt(port: number): Promise<boolean> {
  const client = clientOf(port);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function someUser(): Promise<{ uid: number; gid: number }> {
  const number = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await number('-u'), gid: await number('-g') };
}
