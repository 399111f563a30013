/** Results of standing queries. */
import type { StoredResults } from '../persistor.js';
import { allIds, entries, id, journalOf, resultsOf, type WithStore } from './store-under-test.js';

export function testResults(withStore: WithStore): void {
  test('returns the results of one query in sequence order', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.results) return;
      const late = 2 ** 50;
      await store.write({ ...entries([id('a'), 1, 'x']), results: [result(7, 2, 'b'), result(7, 1, 'a')] });
      await store.write({
        journal: [],
        results: [result(7, 256, 'c'), result(8, 1, 'other'), result(7, late, 'd')],
      });
      await store.write({ journal: [], results: [result(6, 1, 'other'), result(2 ** 32 - 1, 0, 'last')] });
      const open = await reopen();
      expect(await resultsOf(open, 7)).toEqual(['1 a', '2 b', '256 c', `${late} d`]);
      expect(await resultsOf(open, 7, 2)).toEqual(['256 c', `${late} d`]);
      expect(await resultsOf(open, 7, late)).toEqual([]);
      expect(await resultsOf(open, 2 ** 32 - 1)).toEqual(['0 last']);
      expect(await resultsOf(open, 1)).toEqual([]);
      expect(await open.resultBounds(7)).toEqual({ first: 1, last: late });
      expect(await open.resultBounds(1)).toBeUndefined();
      expect(await journalOf(open, id('a'))).toEqual(['1 x']);
      expect(await allIds(open)).toEqual(['a']);
    }));

  test('deletes delivered results', () =>
    withStore(async (store, reopen) => {
      if (!store.supports.results) return;
      const many = Array.from({ length: 1000 }, (_, i) => result(1, i, 'r'));
      await store.write({ journal: [], results: [...many, result(2, 5, 'kept')] });
      await store.deleteResults(1, 989);
      await store.deleteResults(3);
      const open = await reopen();
      expect(await resultsOf(open, 1)).toEqual(many.slice(990).map(({ sequence }) => `${sequence} r`));
      expect(await open.resultBounds(1)).toEqual({ first: 990, last: 999 });
      await open.deleteResults(1);
      expect(await resultsOf(open, 1)).toEqual([]);
      expect(await open.resultBounds(1)).toBeUndefined();
      expect(await resultsOf(open, 2)).toEqual(['5 kept']);
    }));

  test('a read of results sees all earlier writes, acknowledged or not', () =>
    withStore(async store => {
      if (!store.supports.results) return;
      const writing = store.write({ journal: [], results: [result(1, 1, 'a')] });
      expect(await resultsOf(store, 1)).toEqual(['1 a']);
      expect(await store.resultBounds(1)).toEqual({ first: 1, last: 1 });
      await writing;
    }));

  test.each([
    ['query', result(-1, 1, 'x')],
    ['query', result(2 ** 32, 1, 'x')],
    ['sequence', result(1, 0.5, 'x')],
  ])('rejects an invalid %s and writes nothing of its group', (_, wrong) =>
    withStore(async store => {
      const group = { ...entries([id('a'), 1, 'x']), results: [wrong] };
      await expect(store.write(group)).rejects.toMatchObject({ code: 'internal' });
      expect(await store.readNode(id('a'))).toBeUndefined();
    }),
  );
}

function result(query: number, sequence: number, content: string): StoredResults {
  return { query, sequence, bytes: Buffer.from(content) };
}
