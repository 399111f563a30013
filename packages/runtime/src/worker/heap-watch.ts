/**
 * Reduces the number of awake nodes while live memory takes most of a worker's heap limit. Limits on the number of
 * nodes consider neither the size of nodes nor the size of the machine; without this, a worker would be lost to its
 * heap, and so would each of its successors.
 */
import { type Environment, TroubleLog } from '@weir/platform';

/** Live shares of the heap: above `MOST` the number of nodes is reduced to reach `WANTED`; below `FEW` it may grow. */
const MOST = 0.6;
const WANTED = 0.5;
const FEW = 0.4;
/** Minimum per shard, however large the nodes are. Some thousand nodes of twenty kilobytes exceed a small heap. */
const LEAST_AWAKE = 100;
/** Factor by which the number may grow after each full collection that finds little live memory. */
const GROWTH = 1.25;

const WORDS = {
  level: 'warn',
  trouble: 'most of the heap of a worker is in use; fewer nodes stay awake than the limits allow',
  over: 'memory suffices again for as many awake nodes as the limits allow',
} as const;

/** The properties of a shard that are watched and set. */
export interface WatchedShard {
  readonly nodes: { readonly size: number };
  readonly limits: { readonly softLimit: number } | undefined;
  mostAwake: number;
}

export class HeapWatch {
  /** Maximum number of awake nodes per shard. */
  private room = Number.POSITIVE_INFINITY;
  private readonly log: TroubleLog;

  constructor(
    private readonly shards: readonly WatchedShard[],
    worker: number,
    environment: Pick<Environment, 'clock' | 'logger'>,
  ) {
    this.log = new TroubleLog(WORDS, environment, { worker });
  }

  /** @param part live share of the heap limit after a full collection. */
  collected(part: number): void {
    const most = Math.max(...this.shards.map(({ nodes }) => nodes.size));
    if (part > MOST) {
      const nodes = Math.min(most, this.room) * (WANTED / part);
      this.setRoom(Math.max(LEAST_AWAKE, Math.floor(nodes)));
      this.log.happened({ awakePerShard: this.room, heapPart: Number(part.toFixed(2)) });
    } else if (part < FEW && this.room !== Number.POSITIVE_INFINITY) {
      const room = Math.ceil(this.room * GROWTH);
      // The first condition ends the growth in the absence of a soft limit.
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
