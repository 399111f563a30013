/**
 * Compares the cost of queries in this build and another build of this project, in turns in the same process, so that
 * other load on the machine affects both alike. For changes to the query engine; the other build is a clone at an
 * earlier commit.
 *
 *     node query-pairs.js OTHER_ROOT [CASE,CASE...|all] [ROUNDS]
 *
 * Prints a line for each case: microseconds of processor time per query, there and here (medians), and the median of
 * the ratios of here to there, round by round.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openGraph, systemEnvironment, type StreamingGraph } from '@weir/runtime';
import { median } from '../support/measurement.js';

const NODES = 20_000;
const WARM_UP = 4;
const STEP = 10_000;

const MAKE = `UNWIND range($from, $to) AS i MATCH (n) WHERE id(n) = idFrom('node', i)
  SET n.i = i, n.kind = i % 10, n.weight = (i * 7919) % 1000
  WITH n, i UNWIND range(1, 3) AS k MATCH (m) WHERE id(m) = idFrom('node', (i * 31 + k * 7907) % $nodes)
  CREATE (n)-[:NEXT]->(m)`;

const NAMED = "WHERE id(n) = idFrom('node', $i)";

/** Number of runs per round, and the query. */
const CASES: Readonly<Record<string, readonly [times: number, query: string]>> = {
  node: [500, `MATCH (n) ${NAMED} RETURN n.i, n.kind`],
  hop: [400, `MATCH (n)-[:NEXT]->(last) ${NAMED} RETURN last.i`],
  hops2: [300, `MATCH (n)-[:NEXT]->()-[:NEXT]->(last) ${NAMED} RETURN last.i`],
  hops3: [150, `MATCH (n)-[:NEXT]->()-[:NEXT]->()-[:NEXT]->(last) ${NAMED} RETURN last.i`],
  filter: [1, 'MATCH (n) WHERE n.weight > 990 RETURN n.i'],
  aggregate: [1, 'MATCH (n) RETURN n.kind, count(*), sum(n.weight)'],
  group: [1, 'UNWIND range(1, 20000) AS i WITH i % 7 AS k, toString(i) AS s RETURN k, count(*), max(s)'],
  collect: [1, 'UNWIND range(1, 20000) AS i WITH i % 100 AS k, collect(i) AS l RETURN sum(size(l))'],
  distinct: [1, 'UNWIND range(1, 20000) AS i RETURN DISTINCT i % 1000'],
  sort: [1, 'UNWIND range(1, 10000) AS i RETURN i, (i * 7919) % 10007 AS k ORDER BY k LIMIT 100'],
  text: [
    1,
    "UNWIND range(1, 20000) AS i WITH 'a-' + toString(i) + '-b' AS s WHERE s ENDS WITH '9-b' RETURN count(s)",
  ],
  list: [1, 'RETURN reduce(a = 0, x IN [y IN range(1, 30000) WHERE y % 3 = 0 | y * 2] | a + x)'],
  map: [1, "UNWIND range(1, 10000) AS i WITH {a: i, b: 'x' + i} AS m RETURN count(m.a + m.b)"],
};

interface Runtime {
  readonly openGraph: typeof openGraph;
  readonly systemEnvironment: typeof systemEnvironment;
}

async function open(runtime: Runtime): Promise<StreamingGraph> {
  const options = { workers: 0, store: { type: 'memory' } } as const;
  const graph = await runtime.openGraph(options, runtime.systemEnvironment());
  for (let from = 0; from < NODES; from += STEP) {
    await ask(graph, MAKE, { from, to: from + STEP - 1, nodes: NODES });
  }
  return graph;
}

async function ask(graph: StreamingGraph, query: string, parameters: Record<string, number>): Promise<void> {
  await (await graph.query(query, { parameters })).rows();
}

async function microsOf(graph: StreamingGraph, times: number, query: string, first: number): Promise<number> {
  const start = process.cpuUsage();
  for (let i = first; i < first + times; i++) await ask(graph, query, { i: (i * 7919) % NODES });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / times;
}

const [root, named = 'all', rounds = '30'] = process.argv.slice(2);
if (root === undefined) throw new Error('node query-pairs.js OTHER_ROOT [CASE,CASE...|all] [ROUNDS]');
const path = join(root, 'packages/runtime/dist/index.js');
if (path === fileURLToPath(import.meta.resolve('@weir/runtime'))) throw new Error(`${root} is this build`);
const other = (await import(pathToFileURL(path).href)) as Runtime;
const graphs = [await open(other), await open({ openGraph, systemEnvironment })];
for (const name of named === 'all' ? Object.keys(CASES) : named.split(',')) {
  const found = CASES[name];
  if (found === undefined) throw new Error(`no case ${name}; there are ${Object.keys(CASES).join(', ')}`);
  const [times, query] = found;
  const there: number[] = [];
  const here: number[] = [];
  for (let round = -WARM_UP; round < Number(rounds); round++) {
    const first = (round + WARM_UP) * times;
    const micros = [0, 0];
    // The order alternates: the second side pays for garbage that the first one left.
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      micros[side] = await microsOf(graphs[side]!, times, query, first);
    }
    if (round < 0) continue;
    there.push(micros[0]!);
    here.push(micros[1]!);
  }
  const ratio = median(here.map((micros, i) => micros / there[i]!));
  const figures = [median(there).toFixed(1), median(here).toFixed(1), ratio.toFixed(2)];
  process.stdout.write(`${name.padEnd(10)} ${figures.map(figure => figure.padStart(10)).join('')}\n`);
}
process.exit(0);
