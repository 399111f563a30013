/**
 * The stores of some shards of one data directory. Each carries the mark of its directory, so that a part that is lost,
 * or was taken from another directory, is noticed before anything is written.
 */
import { type Environment, WeirError } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { StoreOptions } from '../contract/open-options.js';
import { storeFactory } from './store-factory.js';

const MARK_KEY = 'data-directory';

export interface DirectoryMark {
  readonly id: string;
  /** Shards may be there already or not: the directory was never opened as a whole. */
  readonly isNew: boolean;
  /** `Persistor.term` of the store that belongs to no shard. */
  readonly term: number | undefined;
}

/** @throws WeirError `store.*`; then none is open. */
export async function openShardStores(
  store: StoreOptions,
  shards: readonly number[],
  directory: DirectoryMark,
  environment: Environment,
): Promise<Map<number, Persistor>> {
  const factory = await storeFactory(store, environment);
  const opened = new Map<number, Persistor>();
  try {
    for (const shard of shards) {
      const persistor = await factory.open(`shard-${shard}`, !directory.isNew, directory.term);
      opened.set(shard, persistor);
      await checkMark(persistor, shard, directory);
    }
  } catch (error) {
    await Promise.all([...opened.values()].map(persistor => persistor.close()));
    throw error;
  }
  return opened;
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
    `The data directory is not whole: shard-${shard} ${found === undefined ? 'is not marked as a part of it' : 'belongs to another one'}. ` +
      'Put all of its parts (meta and every shard) back from one copy.',
  );
}
