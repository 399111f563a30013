/** Lanes that are held or canceled in the middle of a chunk with a slow query. */
import { inNightlyTier } from '@weir/platform/testing';
import type { Lane, StreamingGraph } from '@weir/contract';
import type { OpenOptions } from './open-options.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { openGraph } from './open-graph.js';

const RECORDS = 20_000;
const SCAN = 'MATCH (n) WHERE n.number = $that.n SET n.seen = true';

describe.each<OpenOptions>([{ shards: 2, workers: 0 }, ...inNightlyTier([{ shards: 2, workers: 2 }])])(
  '%j',
  layout => {
    let graph: StreamingGraph;
    let lane: Lane;
    beforeAll(async () => {
      graph = await openGraph(layout);
      await (await graph.query('UNWIND range(1, 500) AS i CREATE ({number: i})')).rows();
    });
    beforeEach(async () => {
      lane = await graph.openLane({ name: 'scan', query: SCAN, parameter: 'that', format: JSON_LINES });
    });
    afterEach(() => lane.close());
    afterAll(() => graph.close());

    const chunk = (records: number): ReturnType<typeof chunkOf> =>
      chunkOf(
        Array.from({ length: records }, (_, n) => JSON.stringify({ n })),
        0,
      );

    test('cancels chunks in flight, including their query', async () => {
      const running = lane.runChunk(chunk(RECORDS));
      await (await graph.query('MATCH (n) RETURN count(n)')).rows();
      await lane.abort();
      const { done, failure } = await running;
      expect(failure?.error.code).toBe('cypher.cancelled');
      expect(done).toBeLessThan(RECORDS);
    });

    test('lets other work run while slow records are parsed', async () => {
      const format = { ...JSON_LINES, options: { millisPerRecord: 5 } };
      const slow = await graph.openLane({ name: 'slow', query: 'RETURN 1', parameter: 'that', format });
      const records = Array.from({ length: 2_000 }, () => 'no json');
      const running = slow.runChunk(chunkOf(records, 0));
      await (await graph.query('RETURN 1')).rows();
      await slow.abort();
      const { rejected, failure } = await running;
      expect(failure?.error.code).toBe('cypher.cancelled');
      expect(rejected).toBeLessThan(records.length);
      await slow.close();
    });

    test('starts no record while on hold, then continues', async () => {
      await lane.hold(true);
      let isDone = false;
      const running = lane.runChunk(chunk(3)).finally(() => (isDone = true));
      for (let i = 0; i < 5; i++) await (await graph.query('MATCH (n) RETURN count(n)')).rows();
      expect(isDone).toBe(false);
      await lane.hold(false);
      expect(await running).toMatchObject({ done: 3 });
    });

    test('can be canceled while on hold', async () => {
      await lane.hold(true);
      const running = lane.runChunk(chunk(3));
      await lane.abort();
      expect((await running).failure?.error.code).toBe('cypher.cancelled');
    });
  },
);
