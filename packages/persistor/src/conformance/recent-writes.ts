/** Which nodes a crash may have caught in the middle. */
import { entries, id, recentIds, snapshot, type WithStore } from './store-under-test.js';

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

  test('what was not acknowledged when the mark was taken stays recent', () =>
    withStore(async store => {
      if (!store.supports.durable) return;
      const before = store.write(entries([id('a'), 1, 'x']));
      const mark = store.markWrites();
      await before;
      await store.forgetRecent(mark);
      expect(await recentIds(store)).toEqual(new Set(['a']));
    }));
}
