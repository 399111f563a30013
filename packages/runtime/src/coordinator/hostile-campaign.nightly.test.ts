/** Random hostile queries on real worker threads: each is answered, and no worker is lost. */
import { hostileQuery } from '@weir/cypher/testing';
import { SeededRandom, WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import type { StreamingGraph } from '@weir/contract';
import { openGraph } from './open-graph.js';

const { cases, seed } = randomTest('hostile campaign');
const TIME_LIMIT_MILLIS = 2000;
/** Processor time of all threads for one query, generous because the machine is busy with other tests. */
const SOON_MICROS = 20_000_000;

let graph: StreamingGraph;

beforeAll(async () => {
  graph = await openGraph({ shards: 2, workers: 2 });
});

afterAll(() => graph.close());

async function codeOf(text: string): Promise<string> {
  try {
    const query = await graph.query(text, { timeout: TIME_LIMIT_MILLIS });
    for await (const rows of query.batches()) expect(rows.length).toBeGreaterThan(0);
    return 'answered';
  } catch (error) {
    return error instanceof WeirError ? error.code : String(error);
  }
}

test(`answers ${cases} hostile queries one after the other, seed ${seed} (WEIR_TEST_HOSTILE_CASES, WEIR_TEST_HOSTILE_SEED)`, async () => {
  const random = new SeededRandom(seed);
  for (let i = 0; i < cases; i++) {
    const text = hostileQuery(random);
    const before = process.cpuUsage();
    const code = await codeOf(text);
    const { user, system } = process.cpuUsage(before);
    const shown = `${i}: ${text.slice(0, 200)}`;
    expect([shown, code]).toEqual([shown, expect.stringMatching(/^(answered|cypher\..*)$/)]);
    expect([shown, user + system < SOON_MICROS]).toEqual([shown, true]);
    expect([shown, graph.admin.health.outage]).toEqual([shown, undefined]);
  }
  expect(await codeOf('RETURN 1 AS x')).toBe('answered');
}, 3_600_000);
