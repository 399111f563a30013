/**
 * Which shards of a stream this process reads, of those that several share. Each shard has a lease. Who holds it says so
 * again and again; a lease of which nothing was heard for a while is free. Whoever has fewer than its share takes free
 * ones, and where there are none, one at a time from who has most. A shard is read when those that it was made of are done.
 *
 * The table decides: two may read a shard for a moment, but of their checkpoints only those of its owner are written. All
 * that is written is written by `look`, one at a time.
 */
import type { KinesisStream } from '../connection/kinesis-stream.js';
import { type Lease, type LeaseTable, SHARD_END } from '../connection/lease-table.js';
import type { Clock } from '@weir/model';

export interface HeldLease {
  lease: Lease;
  isLost: boolean;
  /** Up to where everything is durable, if that is not in the table yet. */
  done: string | undefined;
  /** How many records that is. */
  records: number;
  writtenMillis: number;
}

export interface ShardLeasesOptions {
  readonly table: LeaseTable;
  readonly stream: KinesisStream;
  readonly owner: string;
  readonly initial: 'LATEST' | 'TRIM_HORIZON' | 'AT_TIMESTAMP';
  /** A lease of which nothing was heard for so long is free. */
  readonly failoverMillis: number;
  /** Between two looks for shards that are new. */
  readonly syncMillis: number;
  readonly maximum: number;
  readonly checkpointRecords: number;
  readonly checkpointMillis: number;
  readonly clock: Clock;
  readonly taken: (held: HeldLease) => void;
  readonly lost: (held: HeldLease) => void;
}

export class ShardLeases {
  private readonly held = new Map<string, HeldLease>();
  private readonly seen = new Map<string, { counter: number; owner: string | undefined; millis: number }>();
  private syncAt = -Infinity;

  constructor(private readonly options: ShardLeasesOptions) {}

  /** One of them has something to write that can't wait. */
  get isDue(): boolean {
    for (const held of this.held.values()) if (this.isWritten(held)) return true;
    return false;
  }

  /** @throws what the clients say; then nothing is lost, and it can be called again. */
  async look(signal: AbortSignal): Promise<void> {
    const { table, clock, syncMillis } = this.options;
    const isOver = [...this.held.values()].some(({ done }) => done === SHARD_END);
    if (isOver || clock.now() >= this.syncAt) {
      // Before a shard is called done: else nobody might make the leases of those that follow.
      await this.sync(signal);
      this.syncAt = clock.now() + syncMillis;
    }
    const all = await table.leases(signal);
    this.observe(all);
    await this.keep(all, signal);
    await this.take(all, signal);
  }

  /** Others may have them at once. */
  async release(signal: AbortSignal): Promise<void> {
    const { table } = this.options;
    for (const held of this.held.values()) {
      held.isLost = true;
      const { lease, done } = held;
      const last = done === undefined ? lease : await table.checkpoint(lease, done, signal);
      if (last !== undefined && done !== SHARD_END) await table.release(last, signal);
    }
    this.held.clear();
  }

  private async sync(signal: AbortSignal): Promise<void> {
    const { table, stream, initial, clock } = this.options;
    const shards = await stream.shards(signal);
    const leases = await table.leases(signal);
    const leased = new Set(leases.map(({ shard }) => shard));
    for (const { id, parents, isClosed } of shards) {
      if (leased.has(id)) continue;
      const follows = parents.some(parent => leased.has(parent));
      if (initial === 'LATEST' && isClosed && !follows) continue;
      leased.add(id);
      const checkpoint = initial === 'LATEST' && follows ? 'TRIM_HORIZON' : initial;
      const lease = { shard: id, owner: undefined, counter: 0, checkpoint, madeMillis: clock.now(), parents };
      await table.create(lease, signal);
    }
    if (shards.length === 0) return;
    for (const lease of leases)
      if (lease.checkpoint === SHARD_END && !shards.some(({ id }) => id === lease.shard))
        await table.remove(lease, signal);
  }

  private observe(all: readonly Lease[]): void {
    for (const { shard, counter, owner } of all) {
      const before = this.seen.get(shard);
      if (before?.counter !== counter || before.owner !== owner)
        this.seen.set(shard, { counter, owner, millis: this.options.clock.now() });
    }
  }

  private async keep(all: readonly Lease[], signal: AbortSignal): Promise<void> {
    const { table, owner, lost, clock } = this.options;
    const byShard = new Map(all.map(lease => [lease.shard, lease]));
    for (const [shard, held] of this.held) {
      const lease = byShard.get(shard);
      if (lease?.owner !== owner) {
        held.isLost = true;
        this.held.delete(shard);
        lost(held);
        continue;
      }
      // An answer may have been lost: what is in the table is right.
      held.lease = lease;
      if (!this.isWritten(held)) {
        held.lease = (await table.renew(lease, signal)) ?? lease;
        continue;
      }
      const { done, records } = held;
      const written = await table.checkpoint(lease, done!, signal);
      if (written === undefined) continue;
      held.lease = written;
      held.records -= records;
      held.writtenMillis = clock.now();
      if (held.done === done) held.done = undefined;
      if (done === SHARD_END) this.held.delete(shard);
    }
  }

  private isWritten({ done, records, writtenMillis }: HeldLease): boolean {
    const { checkpointRecords, checkpointMillis, clock } = this.options;
    if (done === undefined) return false;
    return (
      done === SHARD_END || records >= checkpointRecords || clock.now() - writtenMillis >= checkpointMillis
    );
  }

  private async take(all: readonly Lease[], signal: AbortSignal): Promise<void> {
    const { owner, maximum } = this.options;
    const isOver = new Map(all.map(({ shard, checkpoint }) => [shard, checkpoint === SHARD_END]));
    const open = all.filter(
      ({ shard, parents }) =>
        isOver.get(shard) === false && parents.every(each => isOver.get(each) !== false),
    );
    const free = open.filter(lease => !this.held.has(lease.shard) && this.isFree(lease));
    // Those of an earlier run first.
    free.sort((a, b) => Number(b.owner === owner) - Number(a.owner === owner));
    const others = new Map<string, Lease[]>();
    for (const lease of open) {
      if (lease.owner === undefined || lease.owner === owner || this.isFree(lease)) continue;
      others.set(lease.owner, [...(others.get(lease.owner) ?? []), lease]);
    }
    const share = Math.min(maximum, Math.ceil(open.length / (others.size + 1)));
    for (const lease of free) {
      if (this.held.size >= share) return;
      await this.takeOne(lease, signal);
    }
    if (free.length > 0 || this.held.size >= share) return;
    const richest = [...others.values()].sort((a, b) => b.length - a.length)[0] ?? [];
    if (richest.length > this.held.size + 1) await this.takeOne(richest[0]!, signal);
  }

  private isFree({ shard, owner }: Lease): boolean {
    const { clock, failoverMillis, owner: self } = this.options;
    if (owner === undefined || owner === self) return true;
    return clock.now() - this.seen.get(shard)!.millis > failoverMillis;
  }

  private async takeOne(free: Lease, signal: AbortSignal): Promise<void> {
    const { table, owner, taken, clock } = this.options;
    const lease = await table.take(free, owner, signal);
    if (lease === undefined) return;
    const held = { lease, isLost: false, done: undefined, records: 0, writtenMillis: clock.now() };
    this.held.set(lease.shard, held);
    taken(held);
  }
}
