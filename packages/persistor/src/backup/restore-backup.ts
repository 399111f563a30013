/** Writes a backup into new stores, or into one. */
import { unreachable } from '@weir/platform';
import type { Persistor, PersistorFactory, WriteGroup } from '../persistor.js';
import { ItemKind, type StoredItem } from '../store-cut.js';
import { damagedBackup, shardOf } from './backup-content.js';
import { type BackupHeader, readBackup } from './backup-format.js';

export interface RestoreSummary extends BackupHeader {
  readonly items: number;
}

/**
 * @param source a backup, in chunks of any size.
 * @param factory for an empty data directory. If the restore fails, the directory's content is unusable.
 * @throws WeirError `store.damaged`, `store.incompatible`, `store.failed`.
 */
export async function restoreBackup(
  source: AsyncIterable<Uint8Array>,
  factory: PersistorFactory,
): Promise<RestoreSummary> {
  const stores = new Map<string, Persistor>();
  let header: BackupHeader | undefined;
  let items = 0;
  try {
    for await (const content of readBackup(source)) {
      if ('shards' in content) {
        header = content;
        continue;
      }
      const [partition, some] = content;
      const shard = shardOf(partition);
      if (shard !== undefined && shard >= header!.shards) {
        throw damagedBackup(`it has items of ${partition}, and ${header!.shards} shards`);
      }
      let store = stores.get(partition);
      if (store === undefined) stores.set(partition, (store = await factory.open(partition)));
      await writeItems(store, some);
      items += some.length;
    }
  } finally {
    await Promise.all([...stores.values()].map(store => store.close()));
  }
  return { ...header!, items };
}

/**
 * Writes a backup of one partition alone into a store.
 * @throws WeirError `store.damaged`, `store.incompatible`, `store.failed`; the store's content is then unusable.
 */
export async function readPartition(
  partition: string,
  source: AsyncIterable<Uint8Array>,
  store: Persistor,
): Promise<void> {
  for await (const content of readBackup(source)) {
    if ('shards' in content) continue;
    if (content[0] !== partition) throw damagedBackup(`it has items of ${content[0]}`);
    await writeItems(store, content[1]);
  }
}

async function writeItems(store: Persistor, items: readonly StoredItem[]): Promise<void> {
  const journal: WriteGroup['journal'][number][] = [];
  const snapshots: NonNullable<WriteGroup['snapshots']>[number][] = [];
  const results: NonNullable<WriteGroup['results']>[number][] = [];
  for (const item of items) {
    switch (item[0]) {
      case ItemKind.Entry:
        journal.push({ id: item[1], time: item[2], bytes: item[3] });
        break;
      case ItemKind.Snapshot:
        snapshots.push({ id: item[1], snapshot: { time: item[2], bytes: item[3] } });
        break;
      case ItemKind.Results:
        results.push({ query: item[1], sequence: item[2], bytes: item[3] });
        break;
      case ItemKind.Metadata:
        await store.putMetadata(item[1], item[2]);
        break;
      default:
        unreachable(item);
    }
  }
  await store.write({ journal, snapshots, results });
}
