/**
 * Opens the stores of some shards of one data directory. Each has the identifier of its directory, so that a part that
 * is missing, or belongs to another directory, is detected before any write.
 */
import { type Environment, WeirError } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import type { StoreOptions } from '../contract/graph-options.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { isRemote, storeFactory } from './store-factory.js';

const MARK_KEY = 'data-directory';
/** For remote stores, where opening a part takes several consecutive requests. */
const OPENED_AT_ONCE = 16;

export interface DirectoryMark {
  readonly id: string;
  /** The directory was never opened as a whole, so shards may be missing. */
  readonly isNew: boolean;
  /** `Persistor.term` of the store that belongs to no shard. */
  readonly term: number | undefined;
}

/** @throws WeirError `store.*`; then no store is open. */
export async function openShardStores(
  store: StoreOptions,
  shards: readonly number[],
  directory: DirectoryMark,
  environment: Environment,
  copies?: PartitionCopies,
): Promise<Map<number, Persistor>> {
  const factory = await storeFactory(store, environment, copies);
  const opened = new Map<number, Persistor>();
  const waiting = [...shards];
  const openOnes = async (): Promise<void> => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift()) {
      const persistor = await factory.open(`shard-${shard}`, !directory.isNew, directory.term);
      opened.set(shard, persistor);
      await checkMark(persistor, shard, directory);
    }
  };
  const atOnce = isRemote(store) ? OPENED_AT_ONCE : 1;
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      openOnes().catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      }),
    ),
  );
  const failed = ends.find(end => end.status === 'rejected');
  if (failed === undefined) return new Map(shards.map(shard => [shard, opened.get(shard)!]));
  await Promise.all([...opened.values()].map(persistor => persistor.close()));
  throw WeirError.from(failed.reason);
}

async function checkMark(persistor: Persistor, shard: number, { id, isNew }: DirectoryMark): Promise<void> {
  const stored = await persistor.getMetadata(MARK_KEY);
  const found = stored && Buffer.from(stored).toString();
  if (found === id) return;
  if (found === undefined && isNew) {
    await persistor.putMetadata(MARK_KEY, Buffer.from(id));
    return;
  }
  throw new WeirError(
    'store.damaged',
    `The data directory is incomplete or mixed: shard-${shard} ${found === undefined ? 'is not marked as part of it' : 'belongs to another data directory'}. ` +
      'Restore all of its parts (meta and every shard) from one copy.',
  );
}
