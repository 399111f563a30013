import { MapGraph, runQuery } from '../testing/index.js';
import { QueryBudget } from './query-budget.js';

/** How often live values are walked while a query runs. */
async function walksOf(query: string): Promise<number> {
  const { settled } = QueryBudget.prototype;
  let calls = 0;
  QueryBudget.prototype.settled = function (...args) {
    calls++;
    return settled.apply(this, args);
  };
  try {
    await runQuery(new MapGraph(), query);
    return calls;
  } finally {
    QueryBudget.prototype.settled = settled;
  }
}

describe('walks the live values of a batch when as many bytes were newly allocated', () => {
  it.each([
    ['wide rows', 'UNWIND range(1, 400) AS i RETURN [x IN range(1, 500) | {a: x, b: [x, x]}] AS list'],
    ['one wide list', 'RETURN [x IN range(1, 200000) | {a: x, b: [x, x]}] AS list'],
    ['one that grows', 'RETURN reduce(l = [], x IN range(1, 2000) | l + [{a: [x, x, x]}]) AS list'],
  ])('%s', async (_name, query) => {
    const walks = await walksOf(query);
    expect(walks).toBeGreaterThan(0);
    expect(walks).toBeLessThan(20);
  });
});
