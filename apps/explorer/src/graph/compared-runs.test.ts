import type { Queries } from '../api/queries.js';
import { comparedQueries } from './compared-runs.js';

describe('two patterns compared', () => {
  const MOMENT = 1_767_225_600_000;
  /** A graph into which rows flow, and its past, which is missing with `forgets`. */
  function flowing(forgets: boolean): Queries & { readonly asked: (number | undefined)[] } {
    let rows = 2;
    const asked: (number | undefined)[] = [];
    return {
      asked,
      run: ({ atTime }, listener) => {
        asked.push(atTime);
        if (atTime === undefined) rows++;
        const all = Array.from({ length: rows }, (_each, i) => [i]);
        listener.started?.({ columns: ['i'], mayScan: true });
        listener.rows?.(all);
        listener.ended(atTime !== undefined && forgets ? 'There is no history.' : undefined);
        return () => undefined;
      },
    };
  }

  test('read the graph at one moment, whatever flows meanwhile', async () => {
    const queries = flowing(false);
    const compared = await comparedQueries(queries, MOMENT, 'old', 'new', new AbortController().signal);
    expect(queries.asked).toEqual([MOMENT, MOMENT]);
    expect(compared).toEqual({ kept: 2, gained: [], lost: [], at: MOMENT });
  });

  test('read the present graph if the past is missing, and report that', async () => {
    const compared = await comparedQueries(flowing(true), MOMENT, 'old', 'new', new AbortController().signal);
    expect(compared).toEqual({ kept: 3, gained: [{ i: 3 }], lost: [], at: undefined });
  });

  test('end when their result is not needed any longer', async () => {
    const [going, opened] = [new Set<string>(), new AbortController()];
    const queries: Queries = {
      run: ({ query }, listener) => {
        going.add(query);
        return () => {
          if (going.delete(query)) listener.ended(undefined);
        };
      },
    };
    const compared = comparedQueries(queries, MOMENT, 'old', 'new', opened.signal);
    expect([...going]).toEqual(['old', 'new']);
    opened.abort();
    expect(going.size).toBe(0);
    await compared;
  });
});
