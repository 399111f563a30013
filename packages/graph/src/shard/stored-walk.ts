/**
 * The nodes of a shard that sleep, read in the order of the store, many at a time, while others fall asleep and wake. A
 * node that is awake is named and not read; so is one that was awake when its turn came. Whoever walks sees to it
 * what it makes of those.
 */
import { type MaybePromise, type NodeId } from '@weir/model';
import type { ScannedNode, StoredNode } from '@weir/persistor';
import type { Shard } from './shard.js';
import type { WakeWatch } from './sleeping-nodes.js';

/** Only good until the visit ends. */
export class StoredBatch {
  constructor(
    private readonly shard: Shard,
    readonly nodes: readonly ScannedNode[],
    /** From before they were read. */
    readonly watch: WakeWatch,
  ) {}

  /**
   * What is stored of the node, if that is all there is: not if it is awake, woke in between, fell asleep after it was
   * found awake, or was purged.
   */
  asleep({ id, stored }: ScannedNode): StoredNode | undefined {
    const isOld = stored === undefined || this.watch.has(id) || this.shard.awake(id) !== undefined;
    return isOld ? undefined : stored;
  }
}

/**
 * @param isWanted asked shortly before a node is read, if it sleeps.
 * @returns what `visit` makes of each batch. The next one is read when it is asked for.
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
