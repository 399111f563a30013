/** One run of the directory's thread, as the main thread sees it. */
import { Worker } from 'node:worker_threads';
import type { DirectoryWatcher, HeldKey, HoldLoss, HoldTerms } from '@weir/cluster';
import { type Environment, messageOf, WeirError } from '@weir/platform';
import { RemoteHeldKey } from './remote-held-key.js';
import type { ThreadReport, ThreadRequest } from './thread-messages.js';

export interface DirectoryThreadOptions {
  /** Module that calls `serveDirectory`. */
  readonly entry: URL;
  /** For the module; can be cloned. */
  readonly data: unknown;
  /** How long the main thread may stall before it loses its keys. At least a lease. */
  readonly stallMillis: number;
  readonly environment: Environment;
}

interface PendingPut {
  written(revision: number | undefined): void;
  failed(error: Error): void;
}

/** After the request to close. */
const END_MILLIS = 5_000;

export class DirectoryThread {
  /** Resolves when the directory is open. */
  readonly opened: Promise<void>;
  /** Resolves when the thread has ended, with the error unless it was closed. */
  readonly ended: Promise<string | undefined>;
  isOver = false;
  private readonly worker: Worker;
  private isClosing = false;
  private failure: WeirError | undefined = undefined;
  private settleOpened!: { resolve(): void; reject(error: Error): void };
  private lastId = 0;
  private readonly puts = new Map<number, PendingPut>();
  private readonly watchers = new Map<number, DirectoryWatcher>();
  private readonly held = new Map<number, RemoteHeldKey>();

  constructor(private readonly options: DirectoryThreadOptions) {
    this.opened = new Promise((resolve, reject) => (this.settleOpened = { resolve, reject }));
    this.worker = new Worker(options.entry, { workerData: options.data, name: 'directory' });
    this.worker.on('message', (report: ThreadReport) => this.receive(report));
    this.worker.on('error', error => this.fail(error));
    this.ended = new Promise(resolve => {
      this.worker.once('exit', () => {
        this.fail(new Error('it exited'));
        resolve(this.isClosing ? undefined : this.failure!.message);
      });
    });
  }

  put(
    key: string,
    value: string | undefined,
    expected: number,
    ttlMillis?: number,
  ): Promise<number | undefined> {
    if (this.isOver) return Promise.reject(this.failure!);
    const id = ++this.lastId;
    return new Promise((written, failed) => {
      this.puts.set(id, { written, failed });
      this.send({ kind: 'put', id, key, value, expected, ttlMillis });
    });
  }

  watch(watcher: DirectoryWatcher): () => void {
    const id = ++this.lastId;
    this.watchers.set(id, watcher);
    this.send({ kind: 'watch', id });
    return () => {
      if (this.watchers.delete(id)) this.send({ kind: 'unwatch', id });
    };
  }

  holdKey(key: string, value: string, terms: HoldTerms): HeldKey {
    const id = ++this.lastId;
    const { stallMillis, environment } = this.options;
    const held = new RemoteHeldKey({
      terms,
      scheduler: environment.scheduler,
      set: next => this.send({ kind: 'set', id, value: next }),
      release: () => this.send({ kind: 'release', id }),
    });
    this.held.set(id, held);
    const { leaseMillis, patienceMillis } = terms;
    const { memory } = held.shared;
    this.send({ kind: 'hold', id, key, value, leaseMillis, patienceMillis, stallMillis, memory });
    return held;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.send({ kind: 'close' });
    const cancel = this.options.environment.scheduler.after(END_MILLIS, () => void this.worker.terminate());
    await this.ended;
    cancel();
  }

  private send(request: ThreadRequest): void {
    if (!this.isOver) this.worker.postMessage(request);
  }

  private receive(report: ThreadReport): void {
    switch (report.kind) {
      case 'opened':
        return this.settleOpened.resolve();
      case 'failed':
        this.fail(WeirError.fromTransfer(report.error));
        return void this.worker.terminate();
      case 'written':
        this.puts.get(report.id)?.written(report.revision);
        return void this.puts.delete(report.id);
      case 'unwritten':
        this.puts.get(report.id)?.failed(WeirError.fromTransfer(report.error));
        return void this.puts.delete(report.id);
      case 'changed':
        return this.watchers.get(report.id)?.changed(report.change);
      case 'upToDate':
        return this.watchers.get(report.id)?.upToDate();
      case 'lost':
        return this.lose(report.id, report.cause);
      case 'released':
        this.held.get(report.id)?.released(report.revision);
        return void this.held.delete(report.id);
      case 'log':
        return this.options.environment.logger.log(report.level, report.message, report.fields);
    }
  }

  private lose(id: number, cause: HoldLoss): void {
    this.held.get(id)?.lost(cause);
  }

  /** The thread ends, or has ended; the first reason counts. */
  private fail(cause: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    const why = `The thread of the directory has ended: ${messageOf(cause)}`;
    this.failure =
      cause instanceof WeirError ? cause : new WeirError('cluster.directory-failed', why, { cause });
    this.settleOpened.reject(this.failure);
    for (const put of this.puts.values()) put.failed(this.failure);
    this.puts.clear();
    this.watchers.clear();
    for (const [id, held] of this.held) {
      this.lose(id, 'thread');
      held.released(0);
    }
    this.held.clear();
  }
}
