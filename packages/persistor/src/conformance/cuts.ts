/** Consistent copies during writes, and backups made from them. */
import { backupFrames } from '../backup/backup-store.js';
import { BACKUP_MAGIC, BackupTally, encodeFrame } from '../backup/backup-format.js';
import { restoreBackup } from '../backup/restore-backup.js';
import type { Persistor, PersistorFactory } from '../persistor.js';
import { ItemKind, type StoreCut, type StoredItem } from '../store-cut.js';
import { entries, id, journalOf, snapshot, text, type WithStore } from './store-under-test.js';

export function testCuts(
  withStore: WithStore,
  makeFactory: () => PersistorFactory | Promise<PersistorFactory>,
): void {
  test('a cut contains earlier writes and no later ones', () =>
    withStore(async store => {
      await store.write({
        ...entries([id('a'), 1, 'one'], [id('b'), 2, 'two']),
        snapshots: store.supports.snapshots ? [snapshot(id('a'), 1, 's')] : [],
        results: store.supports.results ? [{ query: 3, sequence: 4, bytes: Buffer.from('r') }] : [],
      });
      await store.putMetadata('key', Buffer.from('value'));
      await store.write(entries([id('a'), 3, 'three']));
      const hold = await store.holdWrites();
      const late = store.write(entries([id('a'), 4, 'four']));
      const cut = hold.cut();
      hold.release();
      hold.release();
      await Promise.all([late, store.purgeNode(id('b')), store.putMetadata('key', Buffer.from('later'))]);
      expect(await linesOf(cut)).toEqual(
        [
          'entry a 1 one',
          ...(store.supports.snapshots ? ['snapshot a 1 s'] : []),
          'entry a 3 three',
          'entry b 2 two',
          ...(store.supports.results ? ['results 3 4 r'] : []),
          'metadata key value',
        ].sort(),
      );
      await cut.close();
      expect((await journalOf(store, id('a')))?.at(-1)).toBe('4 four');
    }));

  test('closing the store writes pending data', () =>
    withStore(async (store, reopen) => {
      await store.holdWrites();
      const written = store.write(entries([id('a'), 1, 'x']));
      const closed = store.close();
      await written;
      await closed;
      if (!store.supports.durable) return;
      const open = await reopen();
      expect(await journalOf(open, id('a'))).toEqual(['1 x']);
    }));

  test('a restored backup has the same content', () =>
    withStore(async store => {
      for (let time = 1; time <= 2000; time++) {
        void store.write(entries([id(`node ${time % 7}`), time, 'x'.repeat(time)]));
      }
      await store.putMetadata('key', Buffer.alloc(0));
      const hold = await store.holdWrites();
      const cut = hold.cut();
      hold.release();
      const expected = await linesOf(cut);
      const factory = await makeFactory();
      const kept: Persistor[] = [];
      const keeping: PersistorFactory = {
        name: factory.name,
        open: async partition => {
          const opened = await factory.open(partition);
          kept.push(opened);
          // The restore closes the store; a memory store would then be empty.
          return store.supports.durable
            ? opened
            : Object.assign(Object.create(opened) as Persistor, { close: async () => undefined });
        },
      };
      const { items } = await restoreBackup(backupOf(cut), keeping);
      expect(items).toBe(expected.length);
      const restored = store.supports.durable ? await factory.open('shard-0') : kept[0]!;
      expect(await linesOf((await restored.holdWrites()).cut())).toEqual(expected);
      await restored.close();
    }));
}

async function* backupOf(cut: StoreCut): AsyncGenerator<Uint8Array> {
  const tally = new BackupTally();
  const counted = <T extends Uint8Array>(frame: T): T => {
    tally.add(frame);
    return frame;
  };
  yield BACKUP_MAGIC;
  yield counted(encodeFrame({ shards: 1, madeAt: 0 }));
  for await (const frame of backupFrames('shard-0', cut)) yield counted(frame);
  yield encodeFrame(tally.end);
}

/** Everything in a cut, one line per item, sorted. */
export async function linesOf(cut: StoreCut): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of cut.items()) lines.push(...batch.map(lineOf));
  return lines.sort();
}

function lineOf(item: StoredItem): string {
  switch (item[0]) {
    case ItemKind.Entry:
      return `entry ${item[1]} ${item[2]} ${text(item[3])}`;
    case ItemKind.Snapshot:
      return `snapshot ${item[1]} ${item[2]} ${text(item[3])}`;
    case ItemKind.Results:
      return `results ${item[1]} ${item[2]} ${text(item[3])}`;
    case ItemKind.Metadata:
      return `metadata ${item[1]} ${text(item[2])}`;
  }
}
