/**
 * Every result of a query that tracks origins names exactly the records that a naive model finds. Each record writes
 * one item (a property, a label, an edge), and the model looks up the writers of the items in a match. Nodes sleep at
 * random.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { SeededRandom } from '@weir/graph/testing';
import { Direction, IdValue, idFrom, type NodeId, type Value } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import {
  compileStandingQuery,
  createStandingEngine,
  originsIn,
  provenanceOf,
  type StandingMode,
  type StandingResult,
} from '@weir/standing';
import { ToyNetwork } from './toy-network.js';

const { seed: SEED, cases } = randomTest('provenance oracle');
// A case here is as expensive as a hundred of another oracle.
const CASES = Math.ceil(cases / 100);
const WRITES = 60;

const IDS = ['a', 'b', 'c', 'd'].map(name => idFrom([name])!);

/** Current items, each with the record that wrote it last; for a property also the record that removed it. */
class WrittenGraph {
  readonly properties = new Map<string, { readonly value: number | undefined; readonly by: number }>();
  readonly labeled = new Map<NodeId, number>();
  readonly edges = new Map<string, { readonly from: NodeId; readonly to: NodeId; readonly by: number }>();

  value(node: NodeId, key: string): number | undefined {
    return this.properties.get(`${key} ${node}`)?.value;
  }

  writer(node: NodeId, key: string): number[] {
    const known = this.properties.get(`${key} ${node}`);
    return known === undefined ? [] : [known.by];
  }

  label(node: NodeId): number[] {
    return [this.labeled.get(node)!];
  }

  from(node: NodeId): { readonly from: NodeId; readonly to: NodeId; readonly by: number }[] {
    return [...this.edges.values()].filter(edge => edge.from === node);
  }
}

/** Rows of the query, each with the records of one way to match, or of its group. */
type Ways = readonly (readonly [row: readonly Value[], records: readonly number[]])[];

interface Case {
  readonly mode: StandingMode;
  readonly query: string;
  /**
   * An edge from a node to itself puts two pattern nodes on one graph node. A record that changes a value both evaluate
   * reaches one after the other, and an intermediate match names the writers at that moment.
   */
  readonly withoutLoops?: boolean;
  ways(graph: WrittenGraph): Ways;
}

const id = (node: NodeId): Value => new IdValue(node);

/** Chains `(a:L)-[:x]->(b)-[:x]->(c {q: 1})`. */
function chains(graph: WrittenGraph): { nodes: NodeId[]; records: number[] }[] {
  return IDS.filter(a => graph.labeled.has(a)).flatMap(a =>
    graph.from(a).flatMap(first =>
      graph.from(first.to).flatMap(second => {
        if (first === second || graph.value(second.to, 'q') !== 1) return [];
        const records = [...graph.label(a), first.by, second.by, ...graph.writer(second.to, 'q')];
        return [{ nodes: [a, first.to, second.to], records }];
      }),
    ),
  );
}

function near(graph: WrittenGraph, a: NodeId): { to: NodeId; records: number[] }[] {
  return graph
    .from(a)
    .filter(({ to }) => graph.value(to, 'p') === 1)
    .map(({ to, by }) => ({ to, records: [by, ...graph.writer(to, 'p')] }));
}

function grouped(rows: readonly (readonly [key: Value, records: readonly number[]])[]): Ways {
  const groups = new Map<string, { readonly key: Value; readonly members: (readonly number[])[] }>();
  for (const [key, records] of rows) {
    const group = groups.get(textOf([key])) ?? { key, members: [] };
    group.members.push(records);
    groups.set(textOf([key]), group);
  }
  return [...groups.values()].map(({ key, members }) => [[key, members.length], members.flat()]);
}

const labeled = (graph: WrittenGraph): NodeId[] => IDS.filter(node => graph.labeled.has(node));

const CASE_LIST: readonly Case[] = [
  {
    mode: 'DistinctId',
    query: 'MATCH (a:L)-[:x]->(b)-[:x]->(c {q: 1}) RETURN DISTINCT id(a) AS a',
    ways: graph => chains(graph).map(({ nodes, records }) => [[id(nodes[0]!)], records]),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a:L)-[:x]->(b)-[:x]->(c {q: 1}) RETURN id(a) AS a, id(b) AS b, id(c) AS c',
    ways: graph => chains(graph).map(({ nodes, records }) => [nodes.map(id), records]),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a)-[:x]->(b) WHERE a.p <= b.p RETURN id(a) AS a, id(b) AS b, a.p AS p',
    withoutLoops: true,
    ways: graph =>
      [...graph.edges.values()].flatMap(({ from, to, by }): Ways => {
        const [left, right] = [graph.value(from, 'p'), graph.value(to, 'p')];
        if (left === undefined || right === undefined || left > right) return [];
        const records = [by, ...graph.writer(from, 'p'), ...graph.writer(to, 'p')];
        return [[[id(from), id(to), left], records]];
      }),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a:L) OPTIONAL MATCH (a)-[:x]->(b {p: 1}) RETURN id(a) AS a, id(b) AS b',
    ways: graph =>
      labeled(graph).flatMap((a): Ways => {
        const found = near(graph, a);
        if (found.length === 0) return [[[id(a), null], graph.label(a)]];
        return found.map(({ to, records }) => [
          [id(a), id(to)],
          [...graph.label(a), ...records],
        ]);
      }),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a:L) WHERE NOT EXISTS { (a)-[:x]->({p: 1}) } RETURN id(a) AS a',
    ways: graph =>
      labeled(graph)
        .filter(a => near(graph, a).length === 0)
        .map(a => [[id(a)], graph.label(a)]),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a:L) WHERE EXISTS { (a)-[:x]->({p: 1}) } RETURN id(a) AS a',
    ways: graph =>
      labeled(graph).flatMap(a =>
        near(graph, a).map(({ records }) => [[id(a)], [...graph.label(a), ...records]] as const),
      ),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a:L) WHERE COUNT { (a)-[:x]->({p: 1}) } > 1 RETURN id(a) AS a',
    ways: graph =>
      labeled(graph).flatMap((a): Ways => {
        const found = near(graph, a);
        if (found.length < 2) return [];
        return [[[id(a)], [...graph.label(a), ...found.flatMap(({ records }) => records)]]];
      }),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a)-[:x]->(b {p: 1}) RETURN id(a) AS a, count(*) AS n',
    ways: graph => IDS.flatMap(a => grouped(near(graph, a).map(({ records }) => [id(a), records]))),
  },
  {
    mode: 'MultipleValues',
    query: 'MATCH (a:L)-[:x]->(b {p: 1}) RETURN a.q AS q, count(*) AS n',
    ways: graph =>
      grouped(
        labeled(graph).flatMap(a =>
          near(graph, a).map(
            ({ records }) =>
              [
                graph.value(a, 'q') ?? null,
                [...graph.label(a), ...graph.writer(a, 'q'), ...records],
              ] as const,
          ),
        ),
      ),
  },
  {
    mode: 'DistinctId',
    query: 'MATCH (a:L)-[:x*1..2]->(b {q: 1}) RETURN DISTINCT id(a) AS a',
    ways: graph => [
      ...chains(graph).map(({ nodes, records }) => [[id(nodes[0]!)], records] as const),
      ...labeled(graph).flatMap(a =>
        graph
          .from(a)
          .filter(({ to }) => graph.value(to, 'q') === 1)
          .map(({ to, by }) => [[id(a)], [...graph.label(a), by, ...graph.writer(to, 'q')]] as const),
      ),
    ],
  },
];

/** Writes or removes one item. @returns whether anything changed. */
function writeOne(
  random: SeededRandom,
  graph: WrittenGraph,
  network: ToyNetwork,
  record: number,
  withoutLoops: boolean,
): boolean {
  const node = random.pick(IDS);
  network.origin = { stream: 'records', position: record };
  const kind = random.below(5);
  if (kind < 2) {
    const key = random.pick(['p', 'q']);
    const value = random.chance(0.25) ? undefined : 1 + random.below(2);
    if (graph.value(node, key) === value) return false;
    graph.properties.set(`${key} ${node}`, { value, by: record });
    network.write(node, { kind: 'set', key, value: value ?? null });
    return true;
  }
  if (kind === 2) {
    const present = random.chance(0.8);
    if (graph.labeled.has(node) === present) return false;
    if (present) graph.labeled.set(node, record);
    else graph.labeled.delete(node);
    network.write(node, { kind: 'label', label: 'L', present });
    return true;
  }
  const other = random.pick(IDS);
  const present = random.chance(0.7);
  const key = `${node} ${other}`;
  if (graph.edges.has(key) === present || (withoutLoops && node === other)) return false;
  if (present) graph.edges.set(key, { from: node, to: other, by: record });
  else graph.edges.delete(key);
  network.write(node, { kind: 'half-edge', label: 'x', direction: Direction.Outgoing, other, present });
  network.write(other, {
    kind: 'half-edge',
    label: 'x',
    direction: Direction.Incoming,
    other: node,
    present,
  });
  return true;
}

const textOf = (row: readonly Value[]): string => JSON.stringify(row);

function wrongProvenance(result: StandingResult, record: number, ways: Ways): string | undefined {
  const named = originsIn(provenanceOf(result) ?? []).map(({ position }) => position);
  if (named[0] !== record) return `the first is ${named[0]}`;
  const found = [...new Set(named)].sort((a, b) => a - b).join();
  if (found.split(',').length !== named.length) return `twice the same: ${named.join()}`;
  if (!result.isPositiveMatch) return named.length === 1 ? undefined : `ended by ${found}`;
  const allowed = ways
    .filter(([row]) => textOf(row) === textOf(result.row))
    .map(([, records]) => [...new Set([record, ...records])].sort((a, b) => a - b).join());
  return allowed.includes(found) ? undefined : `named ${found}, should be ${allowed.join(' or ')}`;
}

/** It existed only while messages were in flight. */
function isCancelled({ resultId }: StandingResult, reported: readonly StandingResult[]): boolean {
  return reported.some(other => other.resultId === resultId && !other.isPositiveMatch);
}

/** @returns the number of results. */
function run({ mode, query, withoutLoops = false, ways }: Case, seed: number): number {
  const random = new SeededRandom(seed);
  const network = new ToyNetwork(createStandingEngine(), random, IDS, false);
  network.register(compileStandingQuery(query, mode, 1, { tracksOrigins: true }));
  network.settle();
  let seen = network.results.length;
  const graph = new WrittenGraph();
  let results = 0;
  for (let record = 0; record < WRITES; record++) {
    if (!writeOne(random, graph, network, record, withoutLoops)) continue;
    network.settle();
    if (network.complaints.length > 0) throw new Error(`seed ${seed}: ${network.complaints[0]}`);
    const now = ways(graph);
    const reported = network.results.slice(seen);
    seen = network.results.length;
    for (const result of reported) {
      results++;
      if (result.isPositiveMatch && isCancelled(result, reported)) continue;
      const wrong = wrongProvenance(result, record, now);
      if (wrong !== undefined) {
        const sign = result.isPositiveMatch ? '+' : '-';
        throw new Error(`seed ${seed}, record ${record}: ${sign}${textOf(result.row)}: ${wrong}`);
      }
    }
  }
  return results;
}

test.each(CASE_LIST)('$mode $query', one => {
  let results = 0;
  for (let seed = SEED; seed < SEED + CASES; seed++) results += run(one, seed);
  expect(results).toBeGreaterThan(CASES);
});
