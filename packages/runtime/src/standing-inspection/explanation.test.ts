/** Why a node does not match, as a program that embeds the graph asks it; on one thread and over several. */
import { idFrom, type NodeId } from '@weir/model';
import { openGraph } from '../open-graph.js';
import type { StandingDefinition, StandingHandle, StreamingGraph } from '../streaming-graph.js';

const LAYOUTS = [
  { shards: 2, workers: 0 },
  { shards: 4, workers: 2 },
];

const WRITE =
  'MATCH (a), (b), (c) WHERE id(a) = idFrom("a") AND id(b) = idFrom("b") AND id(c) = idFrom("c") ';

interface Case {
  readonly name: string;
  readonly query: string;
  readonly mode?: StandingDefinition['mode'];
  readonly write: string;
  readonly node: string;
  /** `node: what is missing there`. */
  readonly missing: readonly string[];
}

const CHAIN = 'MATCH (a:A)-[:x]->(b:B)-[:y]->(c {open: true}) RETURN DISTINCT id(a)';
const COMPARED = 'MATCH (a:A)-[:x]->(b) WHERE a.v > b.v AND a.v > 0 RETURN id(a) AS a, b.v AS v';

const CASES: readonly Case[] = [
  {
    name: 'an edge two nodes away',
    query: CHAIN,
    write: 'SET a:A, b:B, c.open = true CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: -[:x]->: none of 1 neighbours matches', 'b: -[:y]->: no such edge'],
  },
  {
    name: 'a property three nodes away',
    query: CHAIN,
    write: 'SET a:A, b:B, c.open = false CREATE (a)-[:x]->(b) CREATE (b)-[:y]->(c)',
    node: 'a',
    missing: [
      'a: -[:x]->: none of 1 neighbours matches',
      'b: -[:y]->: none of 1 neighbours matches',
      'c: open = true: it is false',
    ],
  },
  {
    name: 'an edge, for want of which nobody is asked',
    query: 'MATCH (a {v: 1})-[:x]->(b:B) MATCH (a)-[:z]->(c) RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a.v = 1, b:B CREATE (a)-[:x]->(b) CREATE (c)-[:z]->(a)',
    node: 'a',
    missing: ['a: -[:z]->: no such edge'],
  },
  {
    name: 'a comparison of two nodes',
    query: COMPARED,
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = 1, b.v = 2 CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: a.v > b.v: fails for the only candidate'],
  },
  {
    name: 'asked about the other end of it',
    query: COMPARED,
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = 1, b.v = 2 CREATE (a)-[:x]->(b)',
    node: 'b',
    missing: ['a: a.v > b.v: fails for the only candidate'],
  },
  {
    name: 'what must not be there',
    query: 'MATCH (a:A) WHERE NOT (a)-[:x]->({v: 2}) RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A, b.v = 2 CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: -[:x]->: must not match, and 1 neighbours do'],
  },
  {
    name: 'one edge for two',
    query: 'MATCH (b)<-[:x]-(a:A)-[:x]->(c) RETURN DISTINCT id(a)',
    write: 'SET a:A CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: neighbours match, but over one and the same edge'],
  },
  {
    name: 'an expression that fails',
    query: 'MATCH (a:A)-[:x]->(b) RETURN 1 / b.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A, b.v = 0 CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: 1 rows are no result: a WHERE after WITH, or an expression, fails for them'],
  },
  {
    name: 'nothing',
    query: CHAIN,
    write: 'SET a:A, b:B, c.open = true CREATE (a)-[:x]->(b) CREATE (b)-[:y]->(c)',
    node: 'a',
    missing: [],
  },
];

const NAMES = new Map<NodeId, string>(['a', 'b', 'c'].map(name => [idFrom([name])!, name]));

async function missing(query: StandingHandle, node: string): Promise<string[]> {
  const [own, ...further] = await query.explain(idFrom([node])!);
  const parts = own!.parts.filter(({ isRoot, holds }) => !isRoot || holds);
  const played = { node: own!.node, parts: parts.length > 0 ? parts : own!.parts };
  return [played, ...further].flatMap(each =>
    each.parts.flatMap(part => part.missing.map(what => `${NAMES.get(each.node)}: ${what}`)),
  );
}

async function write(graph: StreamingGraph, what: string): Promise<void> {
  await (await graph.query(WRITE + what)).rows();
  await graph.idle();
}

describe.each(LAYOUTS)('%j', layout => {
  test.each(CASES)('$name', async one => {
    const graph = await openGraph(layout);
    try {
      const query = await graph.registerStanding({
        name: 'why',
        query: one.query,
        mode: one.mode ?? 'DistinctId',
        includeCancellations: true,
        inputBufferSize: 32,
      });
      await write(graph, one.write);
      const found = await missing(query, one.node);
      const withoutExamples = found.map(text => text.replace(/, such as .*/, ''));
      expect(withoutExamples).toEqual(one.missing);
      const isMatching = one.missing.length === 0;
      const { parts, results } = await query.survey();
      expect(results).toBe(isMatching ? 1 : 0);
      if (isMatching) expect(parts.map(({ states }) => states)).toEqual([1, 1, 1]);
    } finally {
      await graph.close();
    }
  });
});
