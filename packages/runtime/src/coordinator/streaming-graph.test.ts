/** The embedded graph from a program's view, in one thread and on workers, in memory and on disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdValue, type ValueMap } from '@weir/model';
import { inNightlyTier, ofTier } from '@weir/platform/testing';
import { openGraph } from '../coordinator/open-graph.js';
import type { OpenOptions } from './open-options.js';
import type { StandingOutput, StreamingGraph } from '@weir/contract';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';

const PROCESS_INGEST = `
  MATCH (process) WHERE id(process) = idFrom('process', $that.pid)
  SET process = $that, process:Process
  WITH process WHERE $that.ppid <> 0
  MATCH (parent) WHERE id(parent) = idFrom('process', $that.ppid)
  CREATE (process)-[:parent]->(parent)`;

const FOUR_GENERATIONS = `
  MATCH (a)-[:parent]->(b)-[:parent]->(c)-[:parent]->(d)
  WHERE exists(d.pid)
  RETURN DISTINCT id(a) AS id`;

/** Process `i` is the child of `i / 2`: a binary tree with its root at 1. */
const RECORDS = Array.from({ length: 300 }, (_, i) =>
  JSON.stringify({ pid: i + 1, ppid: Math.floor((i + 1) / 2), name: `p${i + 1}` }),
);
/** Processes from 8 on have three ancestors. */
const EXPECTED_MATCHES = 293;

const layouts: readonly OpenOptions[] = [
  { shards: 1, workers: 0 },
  { shards: 8, workers: 0 },
  { shards: 8, workers: 2 },
  ...inNightlyTier([
    { shards: 2, workers: 1 },
    { shards: 4, workers: 2 },
  ]),
];

async function withGraph<T>(options: OpenOptions, use: (graph: StreamingGraph) => Promise<T>): Promise<T> {
  const graph = await openGraph(options);
  try {
    return await use(graph);
  } finally {
    await graph.close();
  }
}

async function ingest(graph: StreamingGraph, records = RECORDS): Promise<number> {
  const lane = await graph.openLane({
    name: 'processes',
    query: PROCESS_INGEST,
    parameter: 'that',
    format: JSON_LINES,
  });
  let done = 0;
  for (let start = 0; start < records.length; start += 50) {
    const outcome = await lane.runChunk(chunkOf(records.slice(start, start + 50), start));
    expect(outcome.failure).toBeUndefined();
    done += outcome.done;
  }
  await lane.close();
  return done;
}

function collect(graph: StreamingGraph, name: string): StandingOutput[] {
  const outputs: StandingOutput[] = [];
  graph.standing(name)!.subscribe(async results => void outputs.push(...results));
  return outputs;
}

const CHAIN = {
  name: 'chain',
  query: FOUR_GENERATIONS,
  mode: 'DistinctId',
  includeCancellations: true,
  inputBufferSize: 32,
} as const;

async function count(graph: StreamingGraph, query: string, parameters: ValueMap = {}): Promise<unknown> {
  const rows = await (await graph.query(query, { parameters })).rows();
  return rows[0]?.[0];
}

describe('a streaming graph', () => {
  test.each(layouts)(
    'ingests, matches and answers; the same records again change nothing: %j',
    async layout => {
      await withGraph(layout, async graph => {
        await graph.registerStanding(CHAIN);
        const outputs = collect(graph, 'chain');
        expect(await ingest(graph)).toBe(RECORDS.length);
        await graph.idle();
        expect(outputs).toHaveLength(EXPECTED_MATCHES);
        expect(outputs.every(output => output.isPositiveMatch && output.data.id instanceof IdValue)).toBe(
          true,
        );
        expect(new Set(outputs.map(output => output.resultId)).size).toBe(EXPECTED_MATCHES);
        expect(await count(graph, 'MATCH (n:Process) RETURN count(n)')).toBe(RECORDS.length);
        expect(
          await count(graph, "MATCH (n) WHERE id(n) = idFrom('process', $pid) RETURN n.name", { pid: 7 }),
        ).toBe('p7');
        expect(
          await count(graph, "MATCH (a)-[:parent]->(b) WHERE id(a) = idFrom('process', 9) RETURN b.pid"),
        ).toBe(4);
        await ingest(graph);
        await graph.idle();
        expect(outputs).toHaveLength(EXPECTED_MATCHES);
      });
    },
  );

  test('a match that ends is canceled under the same result id', async () => {
    await withGraph({ shards: 4, workers: ofTier({ fast: 1, nightly: 2 }) }, async graph => {
      await graph.registerStanding(CHAIN);
      const outputs = collect(graph, 'chain');
      await ingest(graph, RECORDS.slice(0, 15));
      await graph.idle();
      await (await graph.query("MATCH (n) WHERE id(n) = idFrom('process', 4) DETACH DELETE n")).rows();
      await graph.idle();
      const matched = new Map(outputs.filter(o => o.isPositiveMatch).map(o => [o.resultId, o.data.id]));
      const cancelled = outputs.filter(o => !o.isPositiveMatch);
      expect(matched.size).toBe(8);
      expect(cancelled.map(o => matched.get(o.resultId))).toEqual(cancelled.map(o => o.data.id));
      expect(cancelled).toHaveLength(2);
    });
  });

  test('counts records that do not parse and continues with the rest', async () => {
    await withGraph({ shards: 2, workers: 0 }, async graph => {
      const lane = await graph.openLane({
        name: 'broken',
        query: 'MATCH (n) WHERE id(n) = idFrom($that.a) SET n = $that',
        parameter: 'that',
        format: JSON_LINES,
      });
      const outcome = await lane.runChunk(chunkOf(['{"a":1}', '{"a":', '{"a":2}'], 100));
      expect(outcome).toMatchObject({ done: 2, rejected: 1 });
      expect(outcome.rejections[0]!.position).toBe(101);
    });
  });

  test('a failed query names the record, and earlier records are complete', async () => {
    await withGraph({ shards: 2, workers: 1 }, async graph => {
      const lane = await graph.openLane({
        name: 'failing',
        query: 'MATCH (n) WHERE id(n) = idFrom($that.a) SET n.x = 10 / $that.a',
        parameter: 'that',
        format: JSON_LINES,
      });
      const outcome = await lane.runChunk(chunkOf(['{"a":1}', '{"a":2}', '{"a":0}', '{"a":4}'], 0));
      expect(outcome.failure).toMatchObject({ position: 2, error: { code: 'cypher.arithmetic' } });
      expect(outcome.done).toBe(2);
      expect(await count(graph, 'MATCH (n) WHERE id(n) = idFrom(2) RETURN n.x')).toBe(5);
    });
  });

  test.each([0, ofTier({ fast: 1, nightly: 2 })])(
    'is restored after a restart, with %d workers',
    async workers => {
      const path = await mkdtemp(join(tmpdir(), 'weir-test-'));
      const options: OpenOptions = { shards: 4, workers, store: { type: 'embedded', path } };
      try {
        const id = await withGraph(options, async graph => {
          expect(graph.admin.health.hadData).toBe(false);
          const handle = await graph.registerStanding(CHAIN);
          await ingest(graph, RECORDS.slice(0, 100));
          await graph.idle();
          expect(handle.stats().matches).toBe(93);
          await graph.admin.metadata.put('note', { kept: true });
          return handle.id;
        });
        await withGraph({ workers, store: { type: 'embedded', path } }, async graph => {
          expect(graph.admin.health.hadData).toBe(true);
          expect(graph.admin.shards.count).toBe(4);
          expect(graph.standing('chain')!.id).toBe(id);
          expect(await graph.admin.metadata.get('note')).toEqual({ kept: true });
          const outputs = collect(graph, 'chain');
          expect(await ingest(graph)).toBe(RECORDS.length);
          await graph.idle();
          expect(outputs).toHaveLength(EXPECTED_MATCHES - 93);
          await graph.admin.propagate({ includeSleeping: true });
          await graph.idle();
          expect(outputs).toHaveLength(EXPECTED_MATCHES - 93);
          expect(await count(graph, 'MATCH (n) RETURN count(n)')).toBe(RECORDS.length);
        });
        await expect(openGraph({ shards: 2, store: { type: 'embedded', path } })).rejects.toMatchObject({
          code: 'store.incompatible',
        });
      } finally {
        await rm(path, { recursive: true });
      }
    },
  );

  test('a standing query registered after the data matches it when propagated', async () => {
    await withGraph({ shards: 4, workers: ofTier({ fast: 0, nightly: 2 }) }, async graph => {
      await ingest(graph);
      await graph.registerStanding(CHAIN);
      const outputs = collect(graph, 'chain');
      await graph.admin.propagate();
      await graph.idle();
      expect(outputs).toHaveLength(EXPECTED_MATCHES);
      expect(outputs.every(output => output.isInitialResult)).toBe(true);
    });
  });

  test('an output query returns rows per value, rejects invalid queries, and can be canceled', async () => {
    await withGraph({ shards: 2, workers: 1 }, async graph => {
      const lane = await graph.openLane({
        name: 'rows',
        query: 'UNWIND range(1, $that.n) AS x RETURN x * 10 AS y',
        parameter: 'that',
        heldByResults: false,
      });
      const outcomes = await lane.runValues([{ n: 2 }, { n: 0 }, { n: 1 }]);
      expect(outcomes.map(outcome => outcome.rows)).toEqual([[[10], [20]], [], [[10]]]);

      for (const [text, code] of [
        ['RETURN', 'cypher.syntax'],
        ['RETURN nobody', 'cypher.syntax'],
        ['RETURN no.such.function(1)', 'cypher.compile'],
      ] as const)
        await expect(graph.query(text)).rejects.toMatchObject({ code });

      const run = await graph.query('UNWIND range(1, 10000000) AS x RETURN x');
      let rows = 0;
      for await (const batch of run.batches()) {
        rows += batch.length;
        break;
      }
      expect(rows).toBeGreaterThan(0);
      expect(await count(graph, 'RETURN 1')).toBe(1);
    });
  });
});
