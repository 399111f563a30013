/**
 * Writes what changed on a host in groups: while one group is on its way to the store, the next one gathers.
 * An acknowledgement waits for the group that holds its events, never for a write of its own; results of
 * standing queries leave after the group with the events that caused them, so nothing is reported that a
 * crash could take back.
 */
import { type Environment, WeirError } from '@weir/model';
import type { NodeSnapshot } from '@weir/persistor';
import type { StandingResult } from '@weir/standing';
import type { PersistenceOptions } from './persistence-options.js';
import type { Shard } from './shard.js';
import type { PendingGroup } from './shard-journal.js';

const FIRST_RETRY_MILLIS = 1;
const LAST_RETRY_MILLIS = 10_000;
/** After a failure that was told. */
const RETRY_MILLIS = 1_000;

interface Waiter {
  resolve(): void;
  reject(error: WeirError): void;
}

export class GroupCommit {
  private waiters: Waiter[] = [];
  private results: StandingResult[] = [];
  private running = false;
  private wanted = false;
  private retryScheduled = false;
  /** Per shard, what a failed write left behind; written before anything newer. */
  private readonly backlog = new Map<Shard, PendingGroup>();

  constructor(
    private readonly shards: readonly Shard[],
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
    private readonly deliver: (results: readonly StandingResult[]) => void,
  ) {}

  get isIdle(): boolean {
    return !this.running && this.results.length === 0 && this.shards.every(shard => shard.journal.isEmpty);
  }

  /** A write failed: what it left behind has event times already. */
  get hasBacklog(): boolean {
    return this.backlog.size > 0;
  }

  addResult(result: StandingResult): void {
    this.results.push(result);
  }

  /** Everything changed until now gets written; nobody waits for it. */
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
      // Gathers what else is at hand into the same group.
      await new Promise<void>(resolve => this.environment.scheduler.soon(resolve));
      this.wanted = false;
      const waiters = this.waiters;
      const results = this.results;
      this.waiters = [];
      this.results = [];
      try {
        await this.writeGroups();
        if (results.length > 0) this.deliver(results);
        for (const waiter of waiters) waiter.resolve();
      } catch (error) {
        this.results = results.concat(this.results);
        const failure = WeirError.from(error);
        for (const waiter of waiters) waiter.reject(failure);
        this.retryLater();
      }
    }
    this.running = false;
  }

  /** What was left behind is not left until somebody writes again. */
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
      if (shard.journal.isEmpty && left === undefined) continue;
      const fresh = shard.journal.collect();
      writes.push(this.writeGroup(shard, left === undefined ? fresh : joined(left, fresh)));
    }
    const outcomes = await Promise.allSettled(writes);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async writeGroup(shard: Shard, group: PendingGroup): Promise<void> {
    for (let delay = FIRST_RETRY_MILLIS; ; delay = Math.min(delay * 2, LAST_RETRY_MILLIS)) {
      try {
        await shard.persistor.write({
          journal: group.journal,
          snapshots: group.snapshots,
          replacesSnapshots: this.options.snapshotSingleton,
        });
        this.backlog.delete(shard);
        shard.written(group);
        return;
      } catch (error) {
        this.environment.logger.log('error', 'a group of changes could not be written', {
          shard: shard.number,
          error: WeirError.from(error).message,
        });
        if (this.options.effectOrder === 'persistor-first') {
          this.backlog.set(shard, group);
          throw error;
        }
      }
      await new Promise<void>(resolve => this.environment.scheduler.after(delay, resolve));
    }
  }
}

function joined(left: PendingGroup, fresh: PendingGroup): PendingGroup {
  return {
    journal: left.journal.concat(fresh.journal),
    snapshots: newestOf(left.snapshots, fresh.snapshots),
    actors: left.actors.concat(fresh.actors),
    leaving: left.leaving.concat(fresh.leaving),
  };
}

function newestOf(left: readonly NodeSnapshot[], fresh: readonly NodeSnapshot[]): NodeSnapshot[] {
  const replaced = new Set(fresh.map(snapshot => snapshot.id));
  return left.filter(snapshot => !replaced.has(snapshot.id)).concat(fresh);
}
