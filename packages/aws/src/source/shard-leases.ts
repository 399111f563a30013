/**
 * Distributes the shards of a stream among the processes that share it. Each shard has a lease, which its holder renews
 * regularly; a lease that was not renewed for a while is free. A process with less than its share takes free leases,
 * and if there are none, one at a time from the process that has most. A shard is read once its parent shards are
 * complete.
 *
 * The table decides. Two processes may read a shard for a moment, but only checkpoints of the lease's owner are
 * written. All writes are made by `poll`, one at a time.
 */
import type { KinesisStream } from '../connection/kinesis-stream.js';
import { type Lease, type LeaseTable, SHARD_END } from '../connection/lease-table.js';
import type { Clock } from '@weir/platform';

export interface HeldLease {
  lease: Lease;
  isLost: boolean;
  /** Position up to which everything is durable, if the table does not have it yet. */
  done: string | undefined;
  /** Number of records up to there. */
  records: number;
  writtenMillis: number;
}

export interface ShardLeasesOptions {
  readonly table: LeaseTable;
  readonly stream: KinesisStream;
  readonly owner: string;
  readonly initial: 'LATEST' | 'TRIM_HORIZON' | 'AT_TIMESTAMP';
  /** A lease that was not renewed for this time is free. */
  readonly failoverMillis: number;
  /** Interval of checks for new shards. */
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

  /** Whether a lease has something urgent to write. */
  get isDue(): boolean {
    for (const held of this.held.values()) if (this.isWritten(held)) return true;
    return false;
  }

  /** @throws errors of the clients; nothing is lost then, and it can be called again. */
  async poll(signal: AbortSignal): Promise<void> {
    const { table, clock, syncMillis } = this.options;
    const isOver = [...this.held.values()].some(({ done }) => done === SHARD_END);
    if (isOver || clock.now() >= this.syncAt) {
      // Before a shard is marked complete: otherwise the leases of its children might never be created.
      await this.sync(signal);
      this.syncAt = clock.now() + syncMillis;
    }
    const all = await table.leases(signal);
    this.observe(all);
    await this.keep(all, signal);
    await this.take(all, signal);
  }

  /** Releases the leases for other processes immediately. */
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
      // A response may have been lost: the table is right.
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
    // Leases of an earlier run first.
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
