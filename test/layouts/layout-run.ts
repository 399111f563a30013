/**
 * The same work on a graph of any layout: standing queries, records, changes by queries, a late standing query, ad hoc
 * queries. Its results must not depend on the layout.
 */
import { parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import { IngestStreams } from '@weir/streams';
import { formatNodeId, IdValue, queryJson, type Value } from '@weir/model';
import {
  openGraph,
  type OpenOptions,
  type StandingOutput,
  type StreamingGraph,
  systemEnvironment,
} from '@weir/runtime';
import { dumpGraph, type GraphDump } from '../support/graph-dump.js';
import { until } from '../support/until.js';

export interface Layout extends OpenOptions {
  /** Maximum number of awake nodes per shard; the others sleep. */
  readonly awake?: number;
}

export interface Outcome {
  readonly dump: GraphDump;
  /** Roots in the net results of each standing query. */
  readonly roots: Readonly<Record<string, readonly string[]>>;
  /** Roots that each query finds when it is run once. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  readonly answers: readonly string[];
}

const INGEST = `
  MATCH (p), (parent), (machine)
  WHERE id(p) = idFrom('process', $that.sensor, $that.pid)
    AND id(parent) = idFrom('process', $that.sensor, $that.ppid)
    AND id(machine) = idFrom('machine', $that.sensor)
  SET p = $that, p:Process, machine:Machine, machine.name = $that.sensor
  CREATE (p)-[:parent]->(parent), (p)-[:on]->(machine)`;

const EARLY: Readonly<Record<string, string>> = {
  chain: `MATCH (a:Process)-[:parent]->(b)-[:parent]->(c)-[:parent]->(d)
    WHERE a.user = 'grace' AND exists(b.pid) AND exists(c.pid) AND d.user <> 'hiro' RETURN DISTINCT id(a) AS id`,
  siblings: `MATCH (x)-[:parent]->(a)<-[:parent]-(y) WHERE x.user = 'elif' AND y.user =~ 'h.*' AND exists(a.pid)
    RETURN DISTINCT id(a) AS id`,
  machine: `MATCH (a:Machine)<-[:on]-(p:Process)-[:parent]->(q) WHERE NOT exists(a.off) AND p.user = 'SYSTEM' AND q.user = 'SYSTEM'
    RETURN DISTINCT id(a) AS id`,
};
const LATE = `MATCH (a:Process)-[:on]->(m:Machine) WHERE a.mark = 3 AND exists(m.name) RETURN DISTINCT id(a) AS id`;

/** Applied one after the other, each once the previous one has settled. */
const CHANGES = [
  `MATCH (m:Machine) WHERE m.name =~ 'sensor-[1-3]' SET m.off = true`,
  `MATCH (p:Process) WHERE p.pid % 7 = 0 SET p.mark = p.pid % 5, p.user = 'grace'`,
  `MATCH (p:Process)-[e:parent]->(q:Process) WHERE p.pid % 11 = 0 DELETE e`,
  `MATCH (p:Process) WHERE p.pid % 13 = 0 REMOVE p:Process, p.command`,
  `MATCH (p:Process) WHERE p.pid % 17 = 0 DETACH DELETE p`,
  `MATCH (m:Machine) WHERE m.name = 'sensor-2' REMOVE m.off`,
  `UNWIND range(1, 50) AS i MATCH (n) WHERE id(n) = idFrom('extra', i) SET n += {i: i, half: i / 2.0, list: [i, {x: i}]}, n:Extra`,
];

const QUESTIONS = [
  `MATCH (p:Process) RETURN p.user AS user, count(*) AS processes, max(p.pid), min(p.file) ORDER BY user`,
  `MATCH (p:Process)-[:parent*2..3]->(q:Process) WHERE p.user = 'farid' RETURN count(DISTINCT p), count(q)`,
  `MATCH (m:Machine)<-[:on]-(p) WITH m, count(p) AS load ORDER BY load DESC, m.name LIMIT 5 RETURN m.name, load`,
  `MATCH (n:Extra) RETURN sum(n.i), avg(n.half), count(n.list)`,
];

/** @param folder with `records.jsonl`. */
export async function runOn(layout: Layout, folder: string): Promise<Outcome> {
  const graph = await openGraph(layout);
  try {
    if (layout.awake !== undefined) {
      const limits = { softLimit: layout.awake, hardLimit: layout.awake + 1 };
      await graph.admin.shards.setLimits(
        new Map(Array.from({ length: graph.admin.shards.count }, (_, shard) => [shard, limits])),
      );
    }
    const roots = new Map<string, Map<string, string>>();
    for (const [name, query] of Object.entries(EARLY)) roots.set(name, await register(graph, name, query));
    await ingest(graph, folder);
    for (const change of CHANGES) await rowsOf(graph, change);
    roots.set('late', await register(graph, 'late', LATE));
    await graph.admin.propagate({ includeSleeping: true });
    await graph.idle();
    const found: Record<string, readonly string[]> = {};
    for (const [name, query] of Object.entries({ ...EARLY, late: LATE })) {
      found[name] = (await rowsOf(graph, query)).map(([id]) => textOf(id!)).sort();
    }
    const answers: string[] = [];
    for (const question of QUESTIONS) answers.push(JSON.stringify(await jsonRows(graph, question)));
    return {
      dump: await dumpOf(graph),
      roots: Object.fromEntries([...roots].map(([name, open]) => [name, [...open.values()].sort()])),
      found,
      answers,
    };
  } finally {
    await graph.close();
  }
}

/** Returns the contents of a graph that was closed. */
export async function reopened(layout: Layout): Promise<GraphDump> {
  const graph = await openGraph(layout);
  try {
    return await dumpOf(graph);
  } finally {
    await graph.close();
  }
}

function dumpOf(graph: StreamingGraph): Promise<GraphDump> {
  return dumpGraph(query => jsonRows(graph, query));
}

/** @returns roots of the current matches keyed by result id, kept up to date. */
async function register(graph: StreamingGraph, name: string, query: string): Promise<Map<string, string>> {
  const open = new Map<string, string>();
  const handle = await graph.registerStanding({
    name,
    query,
    mode: 'DistinctId',
    includeCancellations: true,
    inputBufferSize: 32,
  });
  handle.subscribe(async results => {
    for (const result of results) take(open, name, result);
  });
  return open;
}

function take(
  open: Map<string, string>,
  name: string,
  { resultId, isPositiveMatch, data }: StandingOutput,
): void {
  const root = textOf(data['id']!);
  if (isPositiveMatch) {
    if (open.has(resultId)) throw new Error(`${name}: ${resultId} came twice`);
    open.set(resultId, root);
  } else if (open.get(resultId) === root) open.delete(resultId);
  else throw new Error(`${name}: a cancellation without its match, ${resultId}`);
}

async function ingest(graph: StreamingGraph, folder: string): Promise<void> {
  const files = await FileAccessPolicy.create({ workingDirectory: folder });
  const streams = new IngestStreams({ graph, environment: systemEnvironment(), files });
  const format = { type: 'CypherJson', query: INGEST };
  await streams.create(
    'records',
    parseIngestDefinition({ type: 'FileIngest', path: 'records.jsonl', format }),
  );
  const ended = await until(
    () => streams.get('records')!,
    info => info.status !== 'Running',
  );
  if (ended.status !== 'Completed') throw new Error(ended.message);
  await streams.close();
}

async function rowsOf(graph: StreamingGraph, query: string): Promise<Value[][]> {
  return (await (await graph.query(query)).rows()).map(row => [...row]);
}

async function jsonRows(graph: StreamingGraph, query: string): Promise<unknown[][]> {
  return (await rowsOf(graph, query)).map(row => row.map(value => JSON.parse(queryJson(value)) as unknown));
}

function textOf(id: Value): string {
  if (id instanceof IdValue) return formatNodeId(id.id);
  throw new Error('not an id');
}
