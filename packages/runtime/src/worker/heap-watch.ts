/**
 * Lets fewer nodes be awake while what lives takes most of the heap that a worker may have. Limits on the number of nodes
 * know neither how large nodes are nor how small the machine is: without this, a worker would be lost to its heap, and
 * each one that follows it.
 */
import { type Environment, TroubleLog } from '@weir/model';

/** Parts of the heap that live: more than this is too much, this is wanted then, and with less there may be more nodes. */
const MOST = 0.6;
const WANTED = 0.5;
const FEW = 0.4;
/** Of each shard, however large they are. Some thousand nodes of twenty kilobytes are more than a small heap has. */
const LEAST_AWAKE = 100;
/** By which there may be more nodes after each full collection that finds little alive. */
const GROWTH = 1.25;

const WORDS = {
  level: 'warn',
  trouble: 'most of the heap of a worker is in use; fewer nodes than the limits allow stay awake',
  over: 'there is memory again for as many nodes awake as the limits allow',
} as const;

/** What of a shard is watched, and set. */
export interface WatchedShard {
  readonly nodes: { readonly size: number };
  readonly limits: { readonly softLimit: number } | undefined;
  mostAwake: number;
}

export class HeapWatch {
  /** Nodes per shard. */
  private room = Number.POSITIVE_INFINITY;
  private readonly log: TroubleLog;

  constructor(
    private readonly shards: readonly WatchedShard[],
    worker: number,
    environment: Pick<Environment, 'clock' | 'logger'>,
  ) {
    this.log = new TroubleLog(WORDS, environment, { worker });
  }

  /** @param part of its limit that the heap takes after a full collection. */
  collected(part: number): void {
    const most = Math.max(...this.shards.map(({ nodes }) => nodes.size));
    if (part > MOST) {
      const nodes = Math.min(most, this.room) * (WANTED / part);
      this.setRoom(Math.max(LEAST_AWAKE, Math.floor(nodes)));
      this.log.happened({ awakePerShard: this.room, heapPart: Number(part.toFixed(2)) });
    } else if (part < FEW && this.room !== Number.POSITIVE_INFINITY) {
      const room = Math.ceil(this.room * GROWTH);
      // Else there is no end where there is no soft limit.
      const isEnough =
        room > 2 * most ||
        this.shards.every(({ limits }) => limits !== undefined && limits.softLimit <= room);
      this.setRoom(isEnough ? Number.POSITIVE_INFINITY : room);
      if (isEnough) this.log.passed();
    }
  }

  private setRoom(nodes: number): void {
    this.room = nodes;
    for (const shard of this.shards) shard.mostAwake = nodes;
  }
}
