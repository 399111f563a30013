/** Nodes that a crash may have interrupted. */
import type { Persistor } from '../persistor.js';
import { entries, id, recentIds, snapshot, text, type WithStore } from './store-under-test.js';

export function testRecentWrites(withStore: WithStore): void {
  test('ids written since the last checkpoint are recent, also after a restart', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.durable) {
        expect([...(await recentIds(store))]).toEqual([]);
        return;
      }
      await store.write(entries([id('old'), 1, 'x']));
      const mark = store.markWrites();
      await store.write(entries([id('new'), 2, 'x'], [id(''), 3, 'x']));
      expect(await recentIds(store)).toEqual(new Set(['old', 'new', '']));
      await store.forgetRecent(mark);
      expect(await recentIds(store)).toEqual(new Set(['new', '']));
      const open = await reopen();
      await open.write({ journal: [], snapshots: [snapshot(id('later'), 1, 's')] });
      expect(await recentIds(open)).toEqual(new Set(['new', '', 'later']));
      await open.forgetRecent(open.markWrites());
      expect(await recentIds(await reopen())).toEqual(new Set());
    }));

  test('ids that were not acknowledged at the time of the mark stay recent', () =>
    withStore(async store => {
      if (!store.supports.durable) return;
      const before = store.write(entries([id('a'), 1, 'x']));
      const mark = store.markWrites();
      await before;
      await store.forgetRecent(mark);
      expect(await recentIds(store)).toEqual(new Set(['a']));
    }));

  test('reads several entries by their times', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.history) return;
      await store.write(entries([id('a'), 1, 'a1'], [id('b'), 2, 'b2']));
      await store.write({ ...entries([id('a'), 3, 'a3']), snapshots: [snapshot(id('b'), 3, 's')] });
      const wanted = [
        { id: id('a'), time: 3 },
        { id: id('b'), time: 3 },
        { id: id('b'), time: 2 },
        { id: id('c'), time: 2 },
        { id: id('a'), time: 1 },
      ];
      const texts = async (from: Persistor): Promise<unknown> => (await from.readEntries(wanted)).map(text);
      expect(await texts(store)).toEqual(['a3', undefined, 'b2', undefined, 'a1']);
      expect(await store.readEntries([])).toEqual([]);
      expect(await texts(await reopen())).toEqual(['a3', undefined, 'b2', undefined, 'a1']);
    }));

  test('returns recent ids with their times in write order, and forgets the oldest first', () =>
    withStore(async store => {
      if (!store.supports.durable) return;
      const marks = [store.markWrites()];
      for (let time = 1; time <= 3; time++) {
        await store.write({
          ...entries([id(`n${time}`), time, 'x']),
          snapshots: [snapshot(id('s'), time, 's')],
        });
        marks.push(store.markWrites());
      }
      const listed: string[] = [];
      for await (const writes of store.recentWrites()) {
        for (const { id: node, time, isEntry, end } of writes) {
          listed.push(`${node} ${time} ${isEntry} ${marks.indexOf(end)}`);
        }
      }
      expect(listed).toEqual(
        [1, 2, 3].flatMap(time => [`n${time} ${time} true ${time}`, `s ${time} false ${time}`]),
      );
      await store.forgetRecent(marks[2]!);
      expect(await recentIds(store)).toEqual(new Set(['n3', 's']));
    }));
}
