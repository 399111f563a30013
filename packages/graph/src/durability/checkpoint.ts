/**
 * Limits what a crash may have interrupted. A change of one node may be durable while its consequences for another
 * node, such as the other half of an edge or a standing query's report, are in flight. So after a crash, recently
 * written nodes are checked again, and a checkpoint limits how far back "recently" reaches.
 *
 * All workers go through three steps, each after all have completed the previous one:
 *
 * 1. Each worker marks its writes so far.
 * 2. Each worker sends its pending messages, and every worker makes the messages received until then durable, together
 *    with their consequences, step by step over several nodes.
 * 3. Everything written before the mark is complete, so each store forgets that it was recent.
 *
 * Each worker sets the next mark at the end of step 2, when all have set the previous one. So under heavy writes the
 * next step 2 begins immediately, while the stores forget; a crash leaves no more to check than is written in two of
 * these steps.
 *
 * Until a recovery completes, only the recovery forgets: the lists of recent writes remain a complete suffix of all
 * writes, so that the last thing they record about an edge is the final one (edge-comparison.ts). Ingest waits
 * meanwhile, so the lists hardly grow.
 *
 * Why no edge has a single half after a checkpoint and a crash: suppose one has, and neither end has an entry about it
 * since its mark, so that a recovery would not ask. The message that created the existing half also went to the other
 * end, and the message that removed the other half also came here. Both arrived before step 2 completed, so before the
 * marks, and in a different order at the two ends. So this half was in doubt (unsettled-edges.ts), and step 2 waited
 * for the answer, or for the answer to the doubt that replaced it. Either way one end got an entry.
 */
import type { EventTime } from '@weir/model';
import type { WriteMark } from '@weir/persistor';
import type { Arrivals } from '../effects/arrivals.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';
import { putCheckpointTime, putHasRecentEvents } from '../persistence/checkpoint-time.js';
import type { CrashRecovery } from './crash-recovery.js';

export const CHECKPOINT_STEPS = ['mark', 'settle', 'forget'] as const;
export type CheckpointStep = (typeof CHECKPOINT_STEPS)[number];

interface ShardMark {
  readonly shard: Shard;
  readonly mark: WriteMark;
  readonly time: EventTime;
  readonly count: number;
}

export class Checkpoint {
  /** Marks of the next checkpoint. */
  private marked: readonly ShardMark[] = [];
  /** Marks whose earlier writes are being settled, or are settled. */
  private settled: readonly ShardMark[] = [];
  private readonly last = new Map<Shard, ShardMark>();

  constructor(
    private readonly shards: readonly Shard[],
    private readonly recovery: CrashRecovery,
    private readonly arrivals: Arrivals,
    private readonly commits: GroupCommit,
  ) {}

  /**
   * Replaces any mark before which nothing was forgotten yet.
   * @returns how much was written since the last checkpoint and is to be forgotten.
   */
  mark(): number {
    const shards = this.recovery.isUnderWay ? [] : this.shards;
    this.marked = shards
      .filter(shard => shard.writtenTime !== this.last.get(shard)?.time)
      .map(shard => ({
        shard,
        mark: shard.persistor.markWrites(),
        time: shard.writtenTime,
        count: shard.writtenCount,
      }));
    return writtenBetween(this.last, this.marked);
  }

  /** Settles the marked writes and sets the next mark. @returns how much was written since the mark. */
  async settle(): Promise<number> {
    this.settled = this.marked;
    this.marked = [];
    const before = new Map(this.last);
    for (const each of this.settled) before.set(each.shard, each);
    await this.arrivals.durable();
    this.mark();
    return writtenBetween(before, this.marked);
  }

  /** Drops the marks, because marked writes may not have arrived. */
  discard(): void {
    this.marked = [];
    this.settled = [];
  }

  async forget(): Promise<void> {
    const { settled } = this;
    this.settled = [];
    await Promise.all(settled.map(mark => this.forgetBefore(mark)));
  }

  private async forgetBefore(last: ShardMark): Promise<void> {
    const { shard, mark, time } = last;
    await shard.catalog.save(this.commits);
    // Skipped if nothing was written since start: the store's earlier content is covered by an earlier time.
    if (time > 0) await putCheckpointTime(shard.persistor, time);
    await shard.persistor.forgetRecent(mark);
    if (!this.last.has(shard)) await putHasRecentEvents(shard.persistor);
    this.last.set(shard, last);
  }
}

function writtenBetween(before: ReadonlyMap<Shard, ShardMark>, marks: readonly ShardMark[]): number {
  return marks.reduce((sum, { shard, count }) => sum + count - (before.get(shard)?.count ?? 0), 0);
}
