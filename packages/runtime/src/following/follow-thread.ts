/** A thread that keeps copies of some partitions up to date. If it ends, another one continues. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Environment, messageOf, pause } from '@weir/platform';
import type { FollowReport, FollowRequest, FollowTask } from './follow-logs.js';

export interface FollowThreadOptions {
  readonly task: Omit<FollowTask, 'port' | 'released'>;
  /** Runs the task in another thread. Rejects if the thread ends. */
  run(task: FollowTask): Promise<void>;
  /** Partitions that are released at the start. Default: none. */
  readonly released?: readonly string[];
  /** See `FollowReport`. */
  caughtUp?(partition: string): void;
  readonly environment: Environment;
}

const RETRY_MILLIS = 1_000;

export class FollowThread {
  /** Resolves when everything that was in the logs at the start is applied. */
  readonly upToDate: Promise<void>;
  private reportUpToDate!: () => void;
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private readonly released: Set<string>;
  /** `undefined` while no thread runs; then all data is closed. */
  private port: MessagePort | undefined;
  private requests = 0;
  /** Called when the request is answered, or the thread ends. */
  private readonly waiting = new Map<number, (rows?: number) => void>();

  constructor(private readonly options: FollowThreadOptions) {
    this.released = new Set(options.released);
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
    this.running = this.run();
  }

  async release(partitions: readonly string[]): Promise<void> {
    for (const partition of partitions) this.released.add(partition);
    await this.ask(id => ({ kind: 'release', id, partitions }));
  }

  /** Returns the number of rows in the logs that are not applied yet; `undefined`: unknown now. */
  rowsBehind(): Promise<number | undefined> {
    return this.ask(id => ({ kind: 'count-behind', id }));
  }

  resume(partitions: readonly string[]): void {
    for (const partition of partitions) this.released.delete(partition);
    this.send({ kind: 'resume', partitions });
  }

  /** Deletes the data of partitions, which must not be open. */
  drop(partitions: readonly string[]): void {
    for (const partition of partitions) this.released.add(partition);
    this.send({ kind: 'drop', partitions });
  }

  /** Closes all data. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.send({ kind: 'stop' });
    await this.running;
  }

  /** Resolves when the request is answered, or when no thread runs that could answer. */
  private async ask(request: (id: number) => FollowRequest): Promise<number | undefined> {
    if (this.port === undefined) return undefined;
    const id = ++this.requests;
    return new Promise(resolve => {
      this.waiting.set(id, resolve);
      this.send(request(id));
    });
  }

  private answer(id: number, rows?: number): void {
    this.waiting.get(id)?.(rows);
    this.waiting.delete(id);
  }

  private send(request: FollowRequest): void {
    this.port?.postMessage(request);
  }

  private async run(): Promise<void> {
    const { scheduler, logger } = this.options.environment;
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.runOnce();
      } catch (error) {
        if (signal.aborted) return;
        logger.log('warn', 'the thread that keeps a copy of the graph has ended; starting it again', {
          error: messageOf(error),
        });
        await pause(scheduler, RETRY_MILLIS, signal);
      }
    }
  }

  private async runOnce(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (report: FollowReport) => this.receive(report));
    this.port = port1;
    try {
      await this.options.run({ ...this.options.task, released: [...this.released], port: port2 });
    } finally {
      this.port = undefined;
      port1.close();
      for (const answer of this.waiting.values()) answer();
      this.waiting.clear();
    }
  }

  private receive(report: FollowReport): void {
    switch (report.kind) {
      case 'up-to-date':
        return this.reportUpToDate();
      case 'caught-up':
        return this.options.caughtUp?.(report.partition);
      case 'released':
        return this.answer(report.id);
      case 'behind':
        return this.answer(report.id, report.rows);
      case 'log':
        return this.options.environment.logger.log(report.level, report.message, report.fields);
    }
  }
}
