/**
 * Writes what changed on a host in groups: while one group is on its way to the store, the next one gathers.
 * An acknowledgement waits for the group that holds its events, never for a write of its own; results of
 * standing queries leave after the group with the events that caused them, so nothing is reported that a
 * crash could take back.
 */
import { type Environment, WeirError } from '@weir/model';
import type { StandingResult } from '@weir/standing';
import type { PendingGroup, Shard } from './shard.js';

interface Waiter {
  resolve(): void;
  reject(error: WeirError): void;
}

export class GroupCommit {
  private waiters: Waiter[] = [];
  private results: StandingResult[] = [];
  private running = false;
  private wanted = false;
  /** Per shard, what a failed write left behind; written before anything newer. */
  private readonly backlog = new Map<Shard, PendingGroup>();

  constructor(
    private readonly shards: readonly Shard[],
    private readonly environment: Environment,
    private readonly deliver: (results: readonly StandingResult[]) => void,
  ) {}

  get isIdle(): boolean {
    return !this.running && this.results.length === 0 && this.shards.every(shard => !shard.isDirty);
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
        this.environment.logger.log('error', 'a group of changes could not be written', {
          error: failure.message,
        });
        for (const waiter of waiters) waiter.reject(failure);
      }
    }
    this.running = false;
  }

  private async writeGroups(): Promise<void> {
    const writes: Promise<void>[] = [];
    for (const shard of this.shards) {
      const left = this.backlog.get(shard);
      if (!shard.isDirty && left === undefined) continue;
      const fresh = shard.collectJournal();
      writes.push(this.writeGroup(shard, left === undefined ? fresh : joined(left, fresh)));
    }
    const outcomes = await Promise.allSettled(writes);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async writeGroup(shard: Shard, group: PendingGroup): Promise<void> {
    try {
      await shard.persistor.write({ journal: group.journal });
      this.backlog.delete(shard);
      shard.written(group.actors);
    } catch (error) {
      this.backlog.set(shard, group);
      throw error;
    }
  }
}

function joined(left: PendingGroup, fresh: PendingGroup): PendingGroup {
  return { journal: left.journal.concat(fresh.journal), actors: left.actors.concat(fresh.actors) };
}
