/**
 * Writes changes of the result logs to the store partition that belongs to no shard: all logs together, a moment after
 * the first change, as one atomic group. A crash can lose the order of the last batches and the last moves of cursors;
 * those results are delivered again.
 */
import { type Environment, WeirError } from '@weir/platform';
import type { Persistor, StoredResults } from '@weir/persistor';
import { type LedgerRecord, packRecord, unpackRecord } from './ledger-record.js';
import type { ResultLog } from './result-log.js';

/** Changes within this time are written together. */
const GATHER_MILLIS = 50;
/** Minimum interval between removals of old results. */
const TRIM_MILLIS = 1000;
/** Delay after a failed write. */
const RETRY_MILLIS = 1000;
/** Interval between checks for results past their age, while nothing else happens. */
const LONGEST_SWEEP_MILLIS = 60_000;

export interface LedgerDependencies {
  readonly meta: Persistor;
  readonly environment: Environment;
  /** Deletes batches of a query from its shards' stores, up to a sequence per shard. */
  deleteBatches(query: number, upTo: ReadonlyMap<number, number>): Promise<void>;
}

interface WrittenRecord {
  readonly sequence: number;
  /** End of the log when the record was written. */
  readonly end: number;
}

class LedgerPage {
  /** Records in the store, oldest first. */
  readonly written: WrittenRecord[] = [];
  lastSequence = 0;
  lastTrim = 0;
  /** Recorded as not kept, but perhaps still in the shards' stores: last sequence per shard. */
  readonly toDelete = new Map<number, number>();
  /** Serializes deletions. */
  deleting: Promise<void> = Promise.resolve();

  constructor(readonly log: ResultLog) {}
}

export class ResultLedger {
  private readonly pages = new Map<number, LedgerPage>();
  private changed = new Set<LedgerPage>();
  private writing: Promise<void> | undefined = undefined;
  private cancelTimer: (() => void) | undefined = undefined;
  private cancelSweep: (() => void) | undefined = undefined;
  private isClosed = false;

  constructor(private readonly dependencies: LedgerDependencies) {}

  /** Opens a log with the records of earlier runs. */
  async open(log: ResultLog): Promise<void> {
    const page = new LedgerPage(log);
    const records: LedgerRecord[] = [];
    for await (const batch of this.dependencies.meta.readResults(log.query)) {
      for (const { sequence, bytes } of batch) {
        records.push(unpackRecord(bytes));
        // The next record will contain the remaining content of these.
        page.written.push({ sequence, end: -1 });
        page.lastSequence = sequence;
      }
    }
    log.restore(records);
    this.pages.set(log.query, page);
  }

  /** Opens a log that never existed before, so nothing is read. */
  begin(log: ResultLog): void {
    this.pages.set(log.query, new LedgerPage(log));
  }

  /** Deletes all records of a removed query. */
  async forget(query: number): Promise<void> {
    const page = this.pages.get(query);
    this.pages.delete(query);
    if (page !== undefined) this.changed.delete(page);
    await this.writing?.catch(() => undefined);
    await this.dependencies.meta.deleteResults(query);
  }

  touch(log: ResultLog): void {
    const page = this.pages.get(log.query);
    if (page === undefined || this.isClosed) return;
    this.changed.add(page);
    this.writeIn(GATHER_MILLIS);
  }

  /** Removes results past count or age, regardless of the time of the last removal. */
  trim(): void {
    const now = this.dependencies.environment.clock.now();
    for (const { log } of this.pages.values()) log.trim(now);
  }

  /** Makes everything changed so far durable. Rejects with `store.failed`. */
  async flush(): Promise<void> {
    await this.writing?.catch(() => undefined);
    // A write that began since then includes all of it.
    await (this.writing ?? this.write());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelSweep?.();
    await this.flush();
  }

  private writeIn(millis: number): void {
    if (this.cancelTimer !== undefined || this.writing !== undefined) return;
    this.cancelTimer = this.dependencies.environment.scheduler.after(millis, () => {
      this.write().catch(() => undefined);
    });
  }

  private write(): Promise<void> {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (this.changed.size === 0) return Promise.resolve();
    this.writing = this.writeChanged().finally(() => {
      this.writing = undefined;
      if (this.changed.size > 0 && !this.isClosed) this.writeIn(GATHER_MILLIS);
    });
    return this.writing;
  }

  private async writeChanged(): Promise<void> {
    const { meta, environment } = this.dependencies;
    const pages = [...this.changed];
    this.changed = new Set();
    const now = environment.clock.now();
    const records = pages.map(page => {
      if (now - page.lastTrim >= TRIM_MILLIS) {
        page.lastTrim = now;
        page.log.trim(now);
      }
      return page.log.record();
    });
    const dropped = pages.map(page => page.log.takeDropped());
    // These records include the changes made by trimming.
    for (const page of pages) this.changed.delete(page);
    const results = pages.map((page, i): StoredResults => ({
      query: page.log.query,
      sequence: page.lastSequence + 1,
      bytes: packRecord(records[i]!),
    }));
    try {
      await meta.write({ journal: [], results });
    } catch (error) {
      pages.forEach((page, i) => {
        page.log.giveBackDropped(dropped[i]!);
        if (this.pages.has(page.log.query)) this.changed.add(page);
      });
      environment.logger.log('error', 'the order of results could not be written', {
        error: WeirError.from(error).message,
      });
      if (!this.isClosed)
        this.cancelTimer ??= environment.scheduler.after(RETRY_MILLIS, () => {
          this.write().catch(() => undefined);
        });
      throw error;
    }
    pages.forEach((page, i) => this.recorded(page, records[i]!, dropped[i]!));
    if (!this.isClosed) this.sweepLater();
  }

  private recorded(page: LedgerPage, record: LedgerRecord, dropped: ReadonlyMap<number, number>): void {
    page.lastSequence++;
    page.log.recorded(record);
    page.written.push({ sequence: page.lastSequence, end: record.end });
    for (const [shard, sequence] of dropped) page.toDelete.set(shard, sequence);
    if (this.isClosed) return;
    page.deleting = page.deleting
      .then(() => this.deletePast(page, record.first))
      .catch((error: unknown) =>
        this.dependencies.environment.logger.log('warn', 'old results could not be deleted yet', {
          error: WeirError.from(error).message,
        }),
      );
  }

  /**
   * Batches are deleted first: while a record names them, a restart knows that they are old. The last record stays,
   * because it has the end of the log and the cursors.
   */
  private async deletePast(page: LedgerPage, first: number): Promise<void> {
    const upTo = new Map(page.toDelete);
    if (upTo.size > 0) await this.dependencies.deleteBatches(page.log.query, upTo);
    for (const [shard, sequence] of upTo) {
      if (page.toDelete.get(shard) === sequence) page.toDelete.delete(shard);
    }
    const { written } = page;
    let past = 0;
    while (past < written.length - 1 && written[past]!.end <= first) past++;
    if (past === 0 || !this.pages.has(page.log.query)) return;
    await this.dependencies.meta.deleteResults(page.log.query, written[past - 1]!.sequence);
    written.splice(0, past);
  }

  /** Results age while nothing happens. */
  private sweepLater(): void {
    if (this.cancelSweep !== undefined) return;
    const shortest = Math.min(...[...this.pages.values()].map(page => page.log.options.retention.millis));
    const pause = Math.max(1000, Math.min(LONGEST_SWEEP_MILLIS, shortest / 4));
    this.cancelSweep = this.dependencies.environment.scheduler.after(pause, () => {
      this.cancelSweep = undefined;
      this.trim();
      const isLeft = [...this.pages.values()].some(({ log }) => log.end > log.first);
      if (isLeft && !this.isClosed) this.sweepLater();
    });
  }
}
