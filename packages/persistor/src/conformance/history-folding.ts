/** Snapshots that replace earlier history. */
import { allIds, entries, id, show, snapshot, type WithStore } from './store-under-test.js';

export function testHistoryFolding(withStore: WithStore): void {
  test('the history of a folded node begins with its snapshot', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.snapshots) return;
      const a = id('a');
      await store.write(entries(...Array.from({ length: 30 }, (_, i) => [a, i + 1, 'e'] as const)));
      await store.write({
        ...entries([id('a\0'), 1, 'other'], [id('b'), 1, 'other']),
        snapshots: [snapshot(a, 10, 's10')],
      });
      await store.foldHistory([snapshot(a, 28, 's28')]);
      const open = await reopen();
      expect(show(await open.readNode(a))).toEqual(['28 s28', '29 e', '30 e']);
      expect(show(await open.readNode(a, 27)) ?? []).toEqual([]);
      expect(show(await open.readNode(id('a\0')))).toEqual(['1 other']);
      expect(show(await open.readNode(id('b')))).toEqual(['1 other']);
      await open.foldHistory([snapshot(a, 28, 'again'), snapshot(id('new'), 3, 'first')]);
      expect(show(await open.readNode(a))).toEqual(['28 again', '29 e', '30 e']);
      expect(show(await open.readNode(id('new')))).toEqual(['3 first']);
      expect((await allIds(open)).sort()).toEqual(['a', 'a\0', 'b', 'new']);
    }));

  test('folding keeps its order among other writes', () =>
    withStore(async store => {
      if (!store.supports.snapshots) return;
      const a = id('a');
      const done = [
        store.write(entries([a, 1, 'one'])),
        store.write(entries([a, 2, 'two'])),
        store.foldHistory([snapshot(a, 2, 's2')]),
        store.write(entries([a, 3, 'three'])),
      ];
      expect(show(await store.readNode(a))).toEqual(['2 s2', '3 three']);
      await Promise.all(done);
      expect(show(await store.readNode(a))).toEqual(['2 s2', '3 three']);
      expect(show(await store.readNode(a, 1)) ?? []).toEqual([]);
    }));

  test('a replacing snapshot keeps entries and removes earlier snapshots', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.snapshots || !store.supports.history) return;
      const a = id('a');
      for (const time of [10, 20, 30]) {
        await store.write({
          ...entries([a, time, 'e']),
          snapshots: [snapshot(a, time, 's')],
          replacesSnapshots: true,
        });
      }
      const open = await reopen();
      expect(show(await open.readNode(a))).toEqual(['30 s']);
      expect(show(await open.readNode(a, 29))).toEqual(['10 e', '20 e']);
    }));

  test.each(['fold', 'replacing write'])('rejects two snapshots of one node in one %s', what =>
    withStore(async store => {
      const snapshots = [snapshot(id('a'), 1, 'x'), snapshot(id('a'), 2, 'y')];
      const refused =
        what === 'fold'
          ? store.foldHistory(snapshots)
          : store.write({ journal: [], snapshots, replacesSnapshots: true });
      await expect(refused).rejects.toMatchObject({ code: 'internal' });
      expect(await store.readNode(id('a'))).toBeUndefined();
    }),
  );
}
