/**
 * Cost of standing queries, in this process, in memory, on one thread:
 *
 *     node --expose-gc standing.js irrelevant QUERIES     updates beside this many queries about something else
 *     node --expose-gc standing.js incremental NODES      one update and its result against running the query again
 *     node --expose-gc standing.js matches RECORDS        matches per second, when every record completes one
 */
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { median } from '../support/measurement.js';
import { ingest, watch } from './standing-ingest.js';

const UPDATES = 20_000;
const ROUND_TRIPS = 300;
const BATCH_RUNS = 3;

export interface StandingMeasurement {
  /** Time of one update without waiting for others (irrelevant), or of one update until its result arrives. */
  readonly updateMicros: number;
  /** Time of the same query, run once. */
  readonly batchMicros?: number;
  readonly matchesPerSecond?: number;
}

async function irrelevant(graph: StreamingGraph, queries: number): Promise<StandingMeasurement> {
  for (let i = 0; i < queries; i++) {
    const query = `MATCH (a:Other${i} {p${i}: 1})-[:e${i}]->(b) WHERE b.q${i} = 2 RETURN DISTINCT id(a) AS id`;
    await watch(graph, `other-${i}`, query, 'DistinctId', () => undefined);
  }
  const update = 'MATCH (n) WHERE id(n) = idFrom("n", $that.n) SET n.v = $that.v';
  const recordOf = (i: number): object => ({ n: i % 5_000, v: i });
  await ingest(graph, update, UPDATES, recordOf);
  const millis = await ingest(graph, update, UPDATES * 3, i => recordOf(i + UPDATES));
  return { updateMicros: (millis * 1000) / (UPDATES * 3) };
}

/** Accounts that pay their neighbor on a ring; the query finds the accounts that pay a flagged one. */
async function incremental(graph: StreamingGraph, nodes: number): Promise<StandingMeasurement> {
  const query = 'MATCH (a:Account)-[:pays]->(b:Account {flagged: true}) RETURN DISTINCT id(a) AS id';
  let results = 0;
  let arrived: (() => void) | undefined;
  await watch(graph, 'flagged', query, 'DistinctId', () => {
    results++;
    arrived?.();
  });
  await ingest(
    graph,
    'MATCH (a), (b) WHERE id(a) = idFrom("a", $that.n) AND id(b) = idFrom("a", $that.m) ' +
      'SET a:Account, b:Account CREATE (a)-[:pays]->(b)',
    nodes,
    n => ({ n, m: (n + 1) % nodes }),
  );
  const lane = await graph.openLane({
    name: 'flag',
    query: 'MATCH (b) WHERE id(b) = idFrom("a", $that.n) SET b.flagged = $that.flagged',
    parameter: 'that',
  });
  const times: number[] = [];
  for (let i = 0; i < ROUND_TRIPS; i++) {
    const n = ((i >> 1) * 7919) % nodes;
    const wanted = results + 1;
    const before = performance.now();
    const result = new Promise<void>(resolve => (arrived = () => void (results >= wanted && resolve())));
    await lane.runValues([{ n, flagged: i % 2 === 0 }]);
    await result;
    times.push(performance.now() - before);
  }
  const batches: number[] = [];
  for (let i = 0; i < BATCH_RUNS; i++) {
    const before = performance.now();
    await (await graph.query(query)).rows();
    batches.push(performance.now() - before);
  }
  return { updateMicros: median(times) * 1000, batchMicros: median(batches) * 1000 };
}

async function matches(graph: StreamingGraph, records: number): Promise<StandingMeasurement> {
  let count = 0;
  const query = 'MATCH (a)-[:to]->(b:Last) RETURN DISTINCT id(a) AS id';
  await watch(graph, 'all', query, 'DistinctId', () => count++);
  const millis = await ingest(
    graph,
    'MATCH (a), (b) WHERE id(a) = idFrom("a", $that.n) AND id(b) = idFrom("b", $that.n) ' +
      'SET b:Last CREATE (a)-[:to]->(b)',
    records,
    n => ({ n }),
  );
  await graph.idle();
  if (count !== records) throw new Error(`${count} matches of ${records}`);
  return { updateMicros: (millis * 1000) / records, matchesPerSecond: (records * 1000) / millis };
}

const CASES: Readonly<Record<string, (graph: StreamingGraph, size: number) => Promise<StandingMeasurement>>> =
  { irrelevant, incremental, matches };

const [name = '', size = '0'] = process.argv.slice(2);
const graph = await openGraph({ workers: 0 });
process.stdout.write(JSON.stringify(await CASES[name]!(graph, Number(size))) + '\n');
await graph.close();
