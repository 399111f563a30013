/**
 * Writes a worker's changes in groups: while one group is being written, the next one gathers. An acknowledgement waits
 * for the group that holds its events, never for a separate write. Results of standing queries are written atomically
 * with the events that caused them, and delivered afterwards. So no result is reported that a crash could undo, and no
 * result is lost in a crash.
 */
import { type Environment, pause, TroubleLog, WeirError } from '@weir/platform';
import type { NodeSnapshot } from '@weir/persistor';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import type { ResultBatch } from '../results/result-batch.js';
import type { Shard } from './shard.js';
import type { PendingGroup } from './shard-journal.js';

const FIRST_RETRY_MILLIS = 1;
const LAST_RETRY_MILLIS = 10_000;
/** Delay after a failure was reported. */
const RETRY_MILLIS = 1_000;

const FAILURE_WORDS = {
  level: 'error',
  trouble: 'a group of changes could not be written; retrying',
  over: 'writing changes works again',
} as const;

interface Waiter {
  resolve(): void;
  reject(error: WeirError): void;
}

export interface ResultTaker {
  /** Takes results that are durable, as are their causes. Results of one query and shard are in order. */
  onResults(batches: readonly ResultBatch[]): void;
}

export class GroupCommit {
  private waiters: Waiter[] = [];
  /** Stored, but not delivered yet. */
  private written: ResultBatch[] = [];
  private running = false;
  private wanted = false;
  private retryScheduled = false;
  private lastFailure: WeirError | undefined = undefined;
  /** Content of failed writes by shard; written before anything newer. */
  private readonly backlog = new Map<Shard, PendingGroup>();
  private readonly troubles = new Map<Shard, TroubleLog>();

  constructor(
    private readonly shards: readonly Shard[],
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
    private readonly results: ResultTaker,
  ) {}

  get isIdle(): boolean {
    return !this.running && this.shards.every(shard => shard.journal.isEmpty);
  }

  /** Whether content of a failed write is pending. It has event times already. */
  get hasBacklog(): boolean {
    return this.backlog.size > 0;
  }

  /** The last error of the store, while content of a failed write is pending. */
  get failure(): WeirError | undefined {
    return this.backlog.size > 0 ? this.lastFailure : undefined;
  }

  /** Like `request`, if anything changed. */
  requestDue(): void {
    if (!this.isIdle) this.request();
  }

  /** Starts writing everything changed so far, without waiting. */
  request(): void {
    this.wanted = true;
    if (!this.running) void this.run();
  }

  /** Resolves when everything changed until now is durable. Rejects with `store.failed`. */
  commit(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiters.push({ resolve, reject });
      this.request();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.wanted) {
      // Lets other pending work join the same group.
      await new Promise<void>(resolve => this.environment.scheduler.soon(resolve));
      this.wanted = false;
      const waiters = this.waiters;
      this.waiters = [];
      try {
        await this.writeGroups();
        for (const waiter of waiters) waiter.resolve();
      } catch (error) {
        const failure = WeirError.from(error);
        for (const waiter of waiters) waiter.reject(failure);
        this.retryLater();
      }
    }
    this.running = false;
  }

  /** Retries a failed write even if nothing else is written. */
  private retryLater(): void {
    if (this.retryScheduled) return;
    this.retryScheduled = true;
    this.environment.scheduler.after(RETRY_MILLIS, () => {
      this.retryScheduled = false;
      if (this.backlog.size > 0) this.request();
    });
  }

  private async writeGroups(): Promise<void> {
    const writes: Promise<void>[] = [];
    for (const shard of this.shards) {
      const left = this.backlog.get(shard);
      const isEmpty = shard.journal.isEmpty && left === undefined;
      const fresh = isEmpty ? undefined : shard.journal.collect();
      shard.catalog.collected();
      if (fresh === undefined) continue;
      writes.push(this.writeGroup(shard, left === undefined ? fresh : joined(left, fresh)));
    }
    const outcomes = await Promise.allSettled(writes);
    const { written } = this;
    this.written = [];
    if (written.length > 0) this.results.onResults(written);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async writeGroup(shard: Shard, group: PendingGroup): Promise<void> {
    for (let delay = FIRST_RETRY_MILLIS; ; delay = Math.min(delay * 2, LAST_RETRY_MILLIS)) {
      try {
        const { journal, snapshots, results } = group;
        const replacesSnapshots = this.options.snapshotSingleton;
        const begun = shard.writes.begin();
        await shard.persistor.write({ journal, snapshots, replacesSnapshots, results });
        shard.writes.end(begun);
        this.backlog.delete(shard);
        this.troubles.get(shard)?.passed();
        for (let i = 0; i < results.length; i++) this.written.push(results[i]!);
        shard.written(group);
        return;
      } catch (error) {
        const failure = WeirError.from(error);
        shard.counters.writeFailures++;
        this.troubleOf(shard).happened({ error: failure.message });
        if (this.options.effectOrder === 'persistor-first') {
          this.backlog.set(shard, group);
          this.lastFailure = failure;
          throw error;
        }
      }
      await pause(this.environment.scheduler, delay);
    }
  }

  private troubleOf(shard: Shard): TroubleLog {
    let trouble = this.troubles.get(shard);
    if (trouble === undefined) {
      trouble = new TroubleLog(FAILURE_WORDS, this.environment, { shard: shard.number });
      this.troubles.set(shard, trouble);
    }
    return trouble;
  }
}

function joined(left: PendingGroup, fresh: PendingGroup): PendingGroup {
  return {
    journal: left.journal.concat(fresh.journal),
    snapshots: newestOf(left.snapshots, fresh.snapshots),
    results: left.results.concat(fresh.results),
    actors: left.actors.concat(fresh.actors),
    leaving: left.leaving.concat(fresh.leaving),
    time: fresh.time,
  };
}

function newestOf(left: readonly NodeSnapshot[], fresh: readonly NodeSnapshot[]): NodeSnapshot[] {
  const replaced = new Set(fresh.map(snapshot => snapshot.id));
  return left.filter(snapshot => !replaced.has(snapshot.id)).concat(fresh);
}
