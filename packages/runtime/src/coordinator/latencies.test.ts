/** Tests that latencies are measured by the clock of the test, and that each result is counted on all threads. */
import { decode, encode } from '@weir/model';
import { type Environment, Timing } from '@weir/platform';
import type { Lane, StandingHandle, StreamingGraph } from '@weir/contract';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { systemEnvironment } from '../system-environment.js';
import { openGraph } from './open-graph.js';

const PAIRS = 40;
const EDGE = `MATCH (a), (b) WHERE id(a) = idFrom('a', $that.i) AND id(b) = idFrom('b', $that.i)
  CREATE (a)-[:to]->(b)`;
const SEEN = `MATCH (b) WHERE id(b) = idFrom('b', $that.i) SET b.seen = true`;

/** Time advances only when the test advances it; timers are real. */
class TimedEnvironment {
  private millis = 1_700_000_000_000;
  readonly clock = { now: () => this.millis };
  readonly whole: Environment = { ...systemEnvironment(), clock: this.clock };

  advance(millis: number): void {
    this.millis += millis;
  }
}

class Case {
  private constructor(
    readonly graph: StreamingGraph,
    readonly standing: StandingHandle,
    readonly edges: Lane,
    readonly seen: Lane,
  ) {}

  static async open(workers: number, environment?: TimedEnvironment): Promise<Case> {
    const graph = await openGraph({ shards: 4, workers, store: { type: 'memory' } }, environment?.whole);
    const standing = await graph.registerStanding({
      name: 'pairs',
      query: 'MATCH (a)-[:to]->(b) WHERE b.seen = true RETURN id(a) AS a',
      mode: 'MultipleValues',
    });
    const lane = (name: string, query: string): Promise<Lane> =>
      graph.openLane({ name, query, parameter: 'that', format: JSON_LINES });
    return new Case(graph, standing, await lane('edges', EDGE), await lane('seen', SEEN));
  }
}

test('measures a result from the chunk that completed it', async () => {
  const environment = new TimedEnvironment();
  const { graph, standing, edges, seen } = await Case.open(0, environment);
  try {
    const read = (): { readonly readAt: number } => ({ readAt: environment.clock.now() });
    const first = { ...chunkOf(['{"i":1}'], 0), ...read() };
    environment.advance(70_000);
    await edges.runChunk(first);
    await graph.idle();
    expect(standing.stats().recordTimes.count).toBe(0);
    const second = { ...chunkOf(['{"i":1}'], 0), ...read() };
    environment.advance(250);
    await seen.runChunk(second);
    await graph.idle();
    expect(standing.stats().recordTimes).toMatchObject({ count: 1, sum: 250, max: 250 });
    // An ad hoc query has no record.
    await (await graph.query(`MATCH (b) WHERE id(b) = idFrom('b', 2) SET b.seen = true`)).rows();
    await edges.runChunk(chunkOf(['{"i":2}'], 1));
    await graph.idle();
    expect(standing.stats()).toMatchObject({ matches: 2, recordTimes: { count: 1 } });
  } finally {
    await graph.close();
  }
});

test.each([0, 2])('measures every result of a chunk on %i worker threads', async workers => {
  const { graph, standing, edges, seen } = await Case.open(workers);
  try {
    const records = Array.from({ length: PAIRS }, (_, i) => `{"i":${i}}`);
    await edges.runChunk({ ...chunkOf(records, 0), readAt: Date.now() });
    await seen.runChunk({ ...chunkOf(records, 0), readAt: Date.now() });
    await graph.idle();
    expect(standing.stats()).toMatchObject({ matches: PAIRS, recordTimes: { count: PAIRS } });
  } finally {
    await graph.close();
  }
});

test('measures a delivery until the consumer has completed the results', async () => {
  const environment = new TimedEnvironment();
  const { graph, standing, edges, seen } = await Case.open(0, environment);
  try {
    const cursor = await standing.cursors.open('out', results => {
      environment.advance(40 * results.length);
      return Promise.resolve();
    });
    await edges.runChunk(chunkOf(['{"i":1}'], 0));
    await seen.runChunk(chunkOf(['{"i":1}'], 0));
    await graph.idle();
    await cursor.drained();
    expect(cursor.deliveryTimes).toMatchObject({ count: 1, sum: 40 });
  } finally {
    await graph.close();
  }
});

test('measures ad hoc queries by outcome', async () => {
  const environment = new TimedEnvironment();
  const { graph } = await Case.open(0, environment);
  try {
    const slow = await graph.query('UNWIND range(1, 100000) AS i RETURN i');
    for await (const batch of slow.batches()) {
      expect(batch.length).toBeGreaterThan(0);
      environment.advance(300);
      break;
    }
    await (await graph.query('RETURN 1')).rows();
    await expect((await graph.query('UNWIND range(1, 3) AS i RETURN 1 / (i - 3)')).rows()).rejects.toThrow();
    await expect(graph.query('RETURN')).rejects.toThrow();
    expect(graph.admin.queryTimes()).toMatchObject({
      completed: { count: 1, sum: 0 },
      failed: { count: 2 },
      timeout: { count: 0 },
      cancelled: { count: 1, sum: 300 },
    });
  } finally {
    await graph.close();
  }
});

test('a summary of more than 255 equal durations arrives from a worker thread unchanged', () => {
  const timing = new Timing({ now: () => 0 });
  timing.add(3, 70_000);
  const summary = timing.summary();
  expect(decode(encode(summary))).toEqual(summary);
});
