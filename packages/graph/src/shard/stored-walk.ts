/**
 * Reads the sleeping nodes of a shard in the store's order, many at a time, while others fall asleep and wake. A node
 * that is awake, or was awake when its turn came, is listed but not read. The caller decides how to handle these.
 */
import { type NodeId } from '@weir/model';
import { type MaybePromise } from '@weir/platform';
import type { ScannedNode, StoredNode } from '@weir/persistor';
import type { Shard } from './shard.js';
import type { WakeWatch } from './sleeping-nodes.js';

/** Valid only until the visit ends. */
export class StoredBatch {
  constructor(
    private readonly shard: Shard,
    readonly nodes: readonly ScannedNode[],
    /** Started before the nodes were read. */
    readonly watch: WakeWatch,
  ) {}

  /**
   * Returns the node's stored content if that is its current state: not if the node is awake, woke meanwhile, fell
   * asleep after it was found awake, or was purged.
   */
  asleep({ id, stored }: ScannedNode): StoredNode | undefined {
    const isOld = stored === undefined || this.watch.has(id) || this.shard.awake(id) !== undefined;
    return isOld ? undefined : stored;
  }
}

/**
 * @param isWanted called shortly before a sleeping node is read.
 * @returns the results of `visit`, one for each batch. The next batch is read on request.
 */
export async function* walkStored<T>(
  shard: Shard,
  isWanted: (id: NodeId) => boolean,
  visit: (batch: StoredBatch) => MaybePromise<T>,
): AsyncGenerator<T> {
  const scan = shard.persistor.scanNodes({
    isWanted: id => isWanted(id) && shard.awake(id) === undefined,
  });
  const batches = scan[Symbol.asyncIterator]();
  try {
    for (;;) {
      const watch = shard.sleeping.watch();
      let outcome: T;
      try {
        const step = await batches.next();
        if (step.done === true) return;
        outcome = await visit(new StoredBatch(shard, step.value, watch));
      } finally {
        shard.sleeping.unwatch(watch);
      }
      yield outcome;
    }
  } finally {
    await batches.return?.();
  }
}
