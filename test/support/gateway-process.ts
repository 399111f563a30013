/** The gateway as a user runs it: a process of its own in a folder of its own, on a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectFile } from './project-file.js';

const PATIENCE_MILLIS = 30_000;

/** Lines of one output, kept from the beginning, so that it never matters whether they came before the asking. */
class Lines {
  readonly seen: string[] = [];
  private readonly waiting = new Set<() => void>();

  add(line: string): void {
    this.seen.push(line);
    for (const look of [...this.waiting]) look();
  }

  /** @returns as soon as so many lines match; rejects with all lines when they don't come. */
  async matching(pattern: RegExp, count = 1): Promise<RegExpExecArray[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`no ${count} lines like ${String(pattern)} in:\n${this.seen.join('\n')}`));
      }, PATIENCE_MILLIS);
      const look = (): void => {
        const found = this.seen.map(line => pattern.exec(line)).filter(match => match !== null);
        if (found.length < count) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}

export class GatewayProcess {
  readonly results = new Lines();
  readonly status = new Lines();
  private url = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
  ) {
    createInterface({ input: child.stdout! }).on('line', line => this.results.add(line));
    createInterface({ input: child.stderr! }).on('line', line => this.status.add(line));
  }

  /** @param options beside the port; the working directory is a fresh, empty folder. */
  static async start(...options: string[]): Promise<GatewayProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'weir-gateway-'));
    const program = projectFile('apps/gateway/dist/main.js');
    const child = spawn(process.execPath, [program, '--port', '0', ...options], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const gateway = new GatewayProcess(child, folder);
    const [available] = await gateway.status.matching(/web server available at (http\S+)/);
    gateway.url = available![1]!.replace(/\/$/, '');
    return gateway;
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(this.url + path, init);
  }

  /** A query's rows. */
  async rows(text: string): Promise<unknown[][]> {
    const headers = { 'content-type': 'text/plain' };
    const response = await this.fetch('/api/v1/query/cypher', { method: 'POST', headers, body: text });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { results: unknown[][] }).results;
  }

  /** @returns the exit code after a graceful stop. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
    return this.child.exitCode;
  }
}
