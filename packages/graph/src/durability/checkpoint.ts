/**
 * What a crash cannot have caught in the middle. A change of one node may be durable while what follows from it for
 * another node, its other half of an edge or a standing query's report, is on its way; so after a crash the nodes
 * written lately are looked at again, and a checkpoint says how far back lately is.
 *
 * All workers go through three steps, each when all are through the one before:
 *
 * 1. each marks what it has written;
 * 2. each sends what it has to send, and every worker makes what it was sent until then durable, with what follows from it
 *    step by step over several nodes;
 * 3. what was written before the mark is complete: each store forgets that it was recent.
 *
 * Each marks the next one at the end of step 2, when all have marked the one before. So where much is written, the next
 * step 2 begins at once, while the stores forget: as little is left for a crash as is written in two of these steps.
 *
 * Until a recovery is through, it alone forgets: the lists of what is recent stay a whole end of all that was written, so
 * that the last they say of an edge is the last there is (edge-comparison.ts). Ingest waits meanwhile, so they hardly grow.
 *
 * Why no edge has one half after that and a crash: suppose one has, and neither end has an entry about it since its mark,
 * so that a recovery would not ask. What made the half that is there was sent to the other end too, and what removed it
 * there was sent here; all of it arrived before step 2 was through, so before the marks, and in another order there than
 * here. So this half was in doubt (unsettled-edges.ts), and step 2 waited for the answer, or for the answer to the doubt
 * that took its place: either way one end got an entry.
 */
import type { EventTime } from '@weir/model';
import type { WriteMark } from '@weir/persistor';
import type { Arrivals } from '../effects/arrivals.js';
import type { Shard } from '../shard/shard.js';
import { putCheckpointTime } from './checkpoint-time.js';
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
  /** Of the next one. */
  private marked: readonly ShardMark[] = [];
  /** What was written before them is being settled, or is. */
  private settled: readonly ShardMark[] = [];
  private readonly last = new Map<Shard, ShardMark>();

  constructor(
    private readonly shards: readonly Shard[],
    private readonly recovery: CrashRecovery,
    private readonly arrivals: Arrivals,
  ) {}

  /**
   * Takes the place of a mark that nothing was forgotten before.
   * @returns how much was written since the last checkpoint that is to be forgotten.
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

  /** Marks the next one when it is through. @returns how much was written since the mark. */
  async settle(): Promise<number> {
    this.settled = this.marked;
    this.marked = [];
    const before = new Map(this.last);
    for (const each of this.settled) before.set(each.shard, each);
    await this.arrivals.durable();
    this.mark();
    return writtenBetween(before, this.marked);
  }

  /** What was marked may not have arrived. */
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
    // Nothing written since start: what the store has from before lies after an earlier time.
    if (time > 0) await putCheckpointTime(shard.persistor, time);
    await shard.persistor.forgetRecent(mark);
    this.last.set(shard, last);
  }
}

function writtenBetween(before: ReadonlyMap<Shard, ShardMark>, marks: readonly ShardMark[]): number {
  return marks.reduce((sum, { shard, count }) => sum + count - (before.get(shard)?.count ?? 0), 0);
}
