/** Hostile queries on real worker threads: each is answered, and leaves its worker unharmed for the next query. */
import { HOSTILE_LIMITS, HOSTILE_QUERIES } from '@weir/cypher/testing';
import { WeirError } from '@weir/platform';
import type { StreamingGraph } from '@weir/contract';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { openGraph } from './open-graph.js';

/** Number of concurrent queries, on two workers. */
const AT_ONCE = 8;
const SOME = HOSTILE_QUERIES.filter((_, i) => i % 3 === 0);

let graph: StreamingGraph;

beforeAll(async () => {
  graph = await openGraph({ shards: 4, workers: 2, queries: { limits: HOSTILE_LIMITS } });
});

afterAll(() => graph.close());

async function codeOf(query: string): Promise<string> {
  try {
    await (await graph.query(query)).rows();
    return 'answered';
  } catch (error) {
    return error instanceof WeirError ? error.code : String(error);
  }
}

async function numberOf(query: string): Promise<unknown> {
  return (await (await graph.query(query)).rows())[0]![0];
}

test('answers each of many concurrent queries, while other queries continue', async () => {
  for (let start = 0; start < SOME.length; start += AT_ONCE) {
    const some = SOME.slice(start, start + AT_ONCE);
    const codes = await Promise.all(some.map(([query]) => codeOf(query)));
    codes.forEach((code, i) => {
      const [query, answer] = some[i]!;
      const isError = typeof answer === 'string';
      expect([query.slice(0, 100), /^cypher\./.test(code)]).toEqual([query.slice(0, 100), isError]);
    });
    expect(await numberOf('UNWIND range(1, 4) AS i MERGE (n {i: i}) RETURN count(n)')).toBe(4);
  }
}, 120_000);

test('rejects only the record that exceeds a limit', async () => {
  const lane = await graph.openLane({
    name: 'greedy',
    query: 'MATCH (n) WHERE id(n) = idFrom($that.a) SET n.size = size(range(1, $that.a))',
    parameter: 'that',
    format: JSON_LINES,
  });
  const outcome = await lane.runChunk(chunkOf(['{"a":1}', '{"a":2}', '{"a":1000000}', '{"a":3}'], 0));
  expect(outcome).toMatchObject({
    done: 2,
    failure: { position: 2, error: { code: 'cypher.budget-exceeded' } },
  });
  expect((await lane.runChunk(chunkOf(['{"a":3}'], 3))).done).toBe(1);
  await lane.close();
});

test('does not store values that are nested too deeply', async () => {
  const nested = (depth: number): string => `reduce(l = 1, x IN range(1, ${depth}) | [l])`;
  expect(await codeOf(`CREATE (n:Deep {p: ${nested(4000)}})`)).toBe('cypher.budget-exceeded');
  expect(await codeOf(`CREATE (n:Deep {p: ${nested(90)}})`)).toBe('answered');
  expect(await numberOf('MATCH (n:Deep) RETURN count(n.p)')).toBe(1);
});

test('a standing-query expression that exceeds a limit omits its row', async () => {
  const handle = await graph.registerStanding({
    name: 'greedy',
    query: 'MATCH (n:Greedy) RETURN id(n) AS id, size([x IN range(1, n.v) | x]) AS s',
    mode: 'MultipleValues',
    includeCancellations: false,
    inputBufferSize: 32,
  });
  const sizes: unknown[] = [];
  handle.subscribe(outputs => {
    for (const { data } of outputs) sizes.push(data['s']);
    return Promise.resolve();
  });
  for (const v of [1_000_000, 10]) await codeOf(`CREATE (n:Greedy {v: ${v}})`);
  await graph.idle();
  while (handle.stats().expressionFailures === 0) await new Promise(resolve => setImmediate(resolve));
  expect(sizes).toEqual([10]);
});
