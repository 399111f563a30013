/** The gateway as a user runs it: a separate process in its own folder, on a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { TIER } from '@weir/platform/testing';
import { Lines } from './lines.js';
import { projectFile } from './project-file.js';

const PROGRAM = projectFile('apps/gateway/bin/weir.mjs');
const WORKERS = TIER === 'fast' ? '0' : '1';
export class GatewayProcess {
  readonly results = new Lines();
  readonly status = new Lines();
  /** The exit code, `null` after a signal, once the process has ended and all its lines were read. */
  readonly exit: Promise<number | null>;
  private address = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
    private readonly ownsFolder: boolean,
  ) {
    createInterface({ input: child.stdout! }).on('line', line => this.results.add(line));
    createInterface({ input: child.stderr! }).on('line', line => this.status.add(line));
    this.exit = new Promise(resolve => {
      child.once('close', code => {
        this.results.end();
        this.status.end();
        resolve(code);
      });
    });
  }

  /** @param options in addition to the port; the working directory is a fresh, empty folder, removed by `stop`. */
  static async start(...options: string[]): Promise<GatewayProcess> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-gateway-')));
    return GatewayProcess.launch(folder, true, options);
  }

  /** @param folder the working directory; it is kept. */
  static startIn(folder: string, ...options: string[]): Promise<GatewayProcess> {
    return GatewayProcess.launch(folder, false, options);
  }

  /** @param program path of the installed command. */
  static async startProgram(program: string, folder: string, ...options: string[]): Promise<GatewayProcess> {
    const gateway = GatewayProcess.spawn(folder, false, options, {}, 'ignore', program);
    await gateway.ready();
    return gateway;
  }

  /** Does not wait until it is ready; `ready` does. */
  static spawnIn(folder: string, ...options: string[]): GatewayProcess {
    return GatewayProcess.spawn(folder, false, options);
  }

  /** Like `spawnIn`, with a standard input. @param environment in addition to that of this process. */
  static spawnWith(
    folder: string,
    environment: Readonly<Record<string, string>>,
    ...options: string[]
  ): GatewayProcess {
    return GatewayProcess.spawn(folder, false, options, environment, 'pipe');
  }

  /** Like `spawnWith`, with only these options, which include the port. */
  static spawnBare(
    folder: string,
    environment: Readonly<Record<string, string>>,
    ...options: string[]
  ): GatewayProcess {
    return GatewayProcess.spawn(folder, false, options, environment, 'ignore', PROGRAM, []);
  }

  private static spawn(
    folder: string,
    ownsFolder: boolean,
    options: string[],
    environment: Readonly<Record<string, string>> = {},
    input: 'ignore' | 'pipe' = 'ignore',
    program = PROGRAM,
    port: readonly string[] = ['--port', '0'],
  ): GatewayProcess {
    const child = spawn(process.execPath, [program, ...port, ...options], {
      cwd: folder,
      // The fast tier runs without worker threads: the gateway starts faster.
      env: { WEIR_WORKERS: WORKERS, ...process.env, ...environment },
      stdio: [input, 'pipe', 'pipe'],
    });
    return new GatewayProcess(child, folder, ownsFolder);
  }

  private static async launch(
    folder: string,
    ownsFolder: boolean,
    options: string[],
  ): Promise<GatewayProcess> {
    const gateway = GatewayProcess.spawn(folder, ownsFolder, options);
    await gateway.ready();
    return gateway;
  }

  /**
   * Resolves when it accepts requests. Rejects with its output if it ends before, and kills it if it takes too long.
   */
  async ready(): Promise<void> {
    try {
      const [available] = await this.status.matching(/web server available at (http\S+)/);
      this.address = available![1]!.replace(/\/$/, '');
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  /** Only if it was spawned with a standard input. */
  get input(): Writable {
    return this.child.stdin!;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Without a trailing slash. */
  get url(): string {
    return this.address;
  }

  async fetch(path: string, init?: RequestInit): Promise<Response> {
    try {
      return await fetch(this.url + path, init);
    } catch (error) {
      if (!this.isRunning || !mayRetry(path, init) || !isClosedConnection(error)) throw error;
      return fetch(this.url + path, init);
    }
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Returns a query's rows. */
  async rows(text: string): Promise<unknown[][]> {
    const headers = { 'content-type': 'text/plain' };
    const response = await this.fetch('/api/v1/query/cypher', { method: 'POST', headers, body: text });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { results: unknown[][] }).results;
  }

  /** @returns the exit code after a graceful stop. */
  async stop(): Promise<number | null> {
    this.requestStop();
    const code = await this.exit;
    await this.forgetFolder();
    return code;
  }

  /** Requests a graceful stop. */
  requestStop(): void {
    this.child.kill('SIGTERM');
  }

  /** Ends the process like a crash, at an arbitrary instruction. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
    await this.forgetFolder();
  }

  private async forgetFolder(): Promise<void> {
    if (this.ownsFolder) await rm(this.folder, { recursive: true, force: true });
  }
}

/** An idle connection may be closed at the moment when it is reused. */
function isClosedConnection(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  return cause === 'UND_ERR_SOCKET' || cause === 'ECONNRESET';
}

/** A repeated request has no further effect. */
function mayRetry(path: string, { method = 'GET' }: RequestInit = {}): boolean {
  return method === 'GET' || path.startsWith('/api/v1/query/cypher');
}
