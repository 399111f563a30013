/** Every query ends soon, with an error code or its result, and does not disturb later queries. */
import { queryJson, type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import { MapGraph, runQuery } from '../testing/index.js';
import { HOSTILE_LIMITS, HOSTILE_QUERIES } from '../testing/hostile-queries.js';
import type { HostileAnswer } from '../testing/hostile-query.js';

async function answerOf(query: string): Promise<string> {
  try {
    const { rows } = await runQuery(new MapGraph(), query, { limits: HOSTILE_LIMITS });
    return queryJson(rows[0]?.[0] ?? null);
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    expect(error.message.length).toBeLessThan(10_000);
    return error.code === 'cypher.budget-exceeded' ? error.detail! : error.code;
  }
}

const LIMITS = [
  'Steps',
  'Bytes',
  'Depth',
  'StringLength',
  'ListLength',
  'InnerQueries',
  'Operators',
  'Planning',
  'Time',
];

function expected(answer: HostileAnswer): unknown {
  if (typeof answer === 'object') {
    const { is } = answer;
    return typeof is === 'string' && is.startsWith('[') ? is : queryJson(is as Value);
  }
  return answer === 'cypher.*' ? expect.stringMatching(/^cypher\./) : answer;
}

test('has enough queries', () => {
  expect(HOSTILE_QUERIES.length).toBeGreaterThan(150);
});

test.each(HOSTILE_QUERIES.map(([query, answer]) => ({ name: query.slice(0, 150), query, answer })))(
  '$name',
  async ({ query, answer }) => {
    const found = await answerOf(query);
    if (answer === 'over') expect(LIMITS).toContain(found);
    else expect(found).toEqual(expected(answer));
    expect(await answerOf('RETURN idFrom([1, {a: 2}]) IS NOT NULL')).toBe('true');
  },
);
