/**
 * One gateway through all its processes. Requests go to the current process; callers need not know that it is ended and
 * restarted. Everything that no fault explains is a finding: a process that ends unexpectedly, a late response, a
 * broken connection, a graceful stop that fails.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import type { Findings } from './findings.js';
import { LOST, type Reply } from './reply.js';
import type { Tally } from './tally.js';

/** Maximum time of any request, whatever happens; the time limit of queries is much shorter. */
const ANSWER_LIMIT_MILLIS = 40_000;
const STOP_LIMIT_MILLIS = 60_000;
/** A broken connection may be observed before the end of the process that caused it. */
const END_SEEN_MILLIS = 2_000;

export interface RequestOptions {
  readonly method?: string;
  /** Text or bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  readonly type?: string;
  /** Milliseconds after which a response that has begun may break off. */
  readonly cutOffAfter?: number;
}

export class GatewayLife {
  private process: GatewayProcess | undefined;
  /** It accepts requests, and its end was not requested. */
  isUp = false;
  number = 0;
  /** Processes are ended one after the other. */
  private ending: Promise<void> = Promise.resolve();
  private upWaiters: (() => void)[] = [];
  /** Number of workers at the next start. */
  workers = 2;

  constructor(
    private readonly folder: string,
    private readonly findings: Findings,
    private readonly tally: Tally,
  ) {}

  get input(): Writable {
    return this.process!.input;
  }

  get pid(): number {
    return this.process!.pid;
  }

  async start(): Promise<void> {
    const began = performance.now();
    const process = this.spawn();
    try {
      await process.ready();
    } catch (error) {
      this.findings.add(`the gateway does not start: ${String(error)}`);
      throw error;
    }
    this.tally.add('starts');
    this.tally.most('longest start, ms', performance.now() - began);
    this.isUp = true;
    for (const wake of this.upWaiters.splice(0)) wake();
  }

  /** Starts a process that is killed after the given time, whether it is ready or not. */
  async startAndKill(millis: number): Promise<void> {
    const process = this.spawn();
    await pause(millis);
    this.process = undefined;
    await process.kill();
  }

  private spawn(): GatewayProcess {
    this.number++;
    const preload = pathToFileURL(projectFile('test/chaos/worker-orders.mjs')).href;
    const process = GatewayProcess.spawnWith(
      this.folder,
      { NODE_OPTIONS: `--import=${preload}`, WEIR_TEST_CHAOS_ORDERS: this.folder },
      '--config',
      'weir.yaml',
      '--workers',
      String(this.workers),
    );
    this.process = process;
    // A writer may write while the process ends.
    process.input.on('error', () => undefined);
    const log = join(this.folder, `gateway-${this.number}.log`);
    void process.exit.then(code => {
      // Evidence for a finding.
      writeFileSync(log, `${process.status.seen.join('\n')}\n`);
      this.tally.add('workers lost', count(process, /workers? (was|were) lost/));
      this.tally.add(
        'workers replaced',
        count(process, /new workers (have taken over the graph|host the shards of the lost ones)/),
      );
      if (this.process !== process || !this.isUp) return;
      this.isUp = false;
      this.findings.add(
        `the process ended by itself, with ${String(code)}:\n${process.status.seen.slice(-30).join('\n')}`,
      );
    });
    return process;
  }

  /** Kills the process; `between` runs before the next one starts. */
  kill(between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.end(process => process.kill(), between);
  }

  /** Stops gracefully. @param killAfterMillis cuts it short. */
  stop(killAfterMillis?: number): Promise<void> {
    return this.end(async process => {
      if (killAfterMillis !== undefined) {
        process.requestStop();
        await pause(killAfterMillis);
        await process.kill();
        return;
      }
      const began = performance.now();
      const code = await Promise.race([process.stop(), pause(STOP_LIMIT_MILLIS).then(() => 'no end')]);
      this.tally.most('longest stop, ms', performance.now() - began);
      if (code !== 0) {
        const said = process.status.seen.slice(-20).join('\n');
        this.findings.add(`an orderly stop ended with ${String(code)}:\n${said}`);
        await process.kill();
      }
    });
  }

  /** Ends the gateway permanently. */
  async close(): Promise<void> {
    await this.ending;
    this.isUp = false;
    await this.process?.kill();
  }

  private end(
    how: (process: GatewayProcess) => Promise<void>,
    between: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    this.ending = this.ending.then(async () => {
      this.isUp = false;
      await how(this.process!);
      await between();
      await this.start();
    });
    return this.ending;
  }

  /** Resolves when a process accepts requests. */
  async whenUp(): Promise<void> {
    while (!this.isUp) await new Promise<void>(resolve => this.upWaiters.push(resolve));
  }

  get url(): string {
    return this.process!.url;
  }

  /** Lines that the process has written. */
  get said(): readonly string[] {
    return this.process!.status.seen;
  }

  /** @returns the outcome; a late response is a finding. */
  async request(path: string, options: RequestOptions = {}): Promise<Reply> {
    if (!this.isUp) return LOST;
    const { method = 'GET', body, type = 'application/json', cutOffAfter = Infinity } = options;
    const life = this.number;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const began = performance.now();
    let hasBegun = false;
    try {
      const response = await fetch(this.url + path, {
        method,
        signal: AbortSignal.timeout(ANSWER_LIMIT_MILLIS),
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': type }, body: isRaw ? (body as string) : JSON.stringify(body) }),
      });
      hasBegun = true;
      const text = await response.text();
      this.tally.add('requests answered');
      const code = response.headers.get('weir-error-code') ?? '';
      return { isLost: false, status: response.status, code, text };
    } catch (error) {
      const millis = performance.now() - began;
      if (hasBegun && millis >= cutOffAfter) return LOST;
      await this.whyLost(life, error, `${method} ${path} ${shortText(body)}`, millis);
      return LOST;
    }
  }

  private async whyLost(life: number, error: unknown, what: string, millis: number): Promise<void> {
    const isSameLife = (): boolean => this.isUp && this.number === life;
    if ((error as Error).name !== 'TimeoutError' && isSameLife()) await pause(END_SEEN_MILLIS);
    if (!isSameLife()) return;
    const cause = (error as { cause?: unknown }).cause;
    this.findings.add(
      `no answer after ${millis.toFixed(0)} ms: ${what}: ${String(error)} ${String(cause ?? '')}`,
    );
  }
}

function count({ status }: GatewayProcess, what: RegExp): number {
  return status.seen.filter(line => what.test(line)).length;
}

function shortText(body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return text.length > 300 ? `${text.slice(0, 300)}... (${text.length})` : text;
}

export function pause(millis: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, millis));
}
