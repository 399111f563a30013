/** Explains to an embedding program why a node does not match, on one thread and on several. */
import { formatNodeId, idFrom, type NodeId } from '@weir/model';
import { inNightlyTier } from '@weir/platform/testing';
import { openGraph } from '../coordinator/open-graph.js';
import type { StandingDefinition, StandingHandle, StreamingGraph } from '@weir/contract';

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
  /** Entries of the form `node: what is missing there`. */
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
    missing: ['a: -[:x]->: the only neighbor does not match', 'b: -[:y]->: no such edge'],
  },
  {
    name: 'a property three nodes away',
    query: CHAIN,
    write: 'SET a:A, b:B, c.open = false CREATE (a)-[:x]->(b) CREATE (b)-[:y]->(c)',
    node: 'a',
    missing: [
      'a: -[:x]->: the only neighbor does not match',
      'b: -[:y]->: the only neighbor does not match',
      'c: open = true: it is false',
    ],
  },
  {
    name: 'an edge, for want of which nobody is asked',
    query: 'MATCH (a {v: 1})-[:x]->(b:B) MATCH (a)-[:z]->(c) RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a.v = 1, b:B CREATE (a)-[:x]->(b) CREATE (c)-[:z]->(a)',
    node: 'a',
    missing: ['a: -[:z]->: no such edge (there is <-[:z]-, in the other direction)'],
  },
  {
    name: 'a comparison of two nodes',
    query: COMPARED,
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = 1, b.v = 2 CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: a.v > b.v: fails for the only candidate, where a.v is 1 and b.v is 2 (a: $a, b: $b)'],
  },
  {
    name: 'asked about the other end of it',
    query: COMPARED,
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = 1, b.v = 2 CREATE (a)-[:x]->(b)',
    node: 'b',
    missing: ['a: a.v > b.v: fails for the only candidate, where a.v is 1 and b.v is 2 (a: $a, b: $b)'],
  },
  {
    name: 'what must not be there',
    query: 'MATCH (a:A) WHERE NOT (a)-[:x]->({v: 2}) RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A, b.v = 2 CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: (a)-[:x]->({v: 2}): must be absent, but is present, over -[:x]-> at $b'],
  },
  {
    name: 'one edge for two',
    query: 'MATCH (b)<-[:x]-(a:A)-[:x]->(c) RETURN DISTINCT id(a)',
    write: 'SET a:A CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: neighbors match, but over the same edge'],
  },
  {
    name: 'an expression that fails',
    query: 'MATCH (a:A)-[:x]->(b) RETURN 1 / b.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A, b.v = 0 CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: 1 row is not a result: 1 / b.v fails'],
  },
  {
    name: 'what must not be there, two nodes away',
    query: 'MATCH (a:A) WHERE NOT EXISTS { (a)-[:x]->(b)-[:y]->() } RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A CREATE (a)-[:x]->(b) CREATE (b)-[:y]->(c)',
    node: 'a',
    missing: ['a: EXISTS { (a)-[:x]->(b)-[:y]->() }: must be absent, but is present, over -[:x]-> at $b'],
  },
  {
    name: 'a number of matches',
    query: 'MATCH (a:A) WHERE COUNT { (a)-[:x]->() } > 1 RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: [
      'a: COUNT { (a)-[:x]->() } > 1: fails for the only candidate, where COUNT { (a)-[:x]->() } is 1',
    ],
  },
  {
    name: 'an edge that closes a cycle',
    query: 'MATCH (a:A)-[:x]->(b)-[:x]->(c)-[:x]->(a) RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A CREATE (a)-[:x]->(b) CREATE (b)-[:x]->(c) CREATE (b)-[:x]->(a)',
    node: 'a',
    missing: ['a: <-[:x]-: leads to $b, but the rest of the pattern to c: $a or $c'],
  },
  {
    name: 'one of two conditions for each candidate',
    query: 'MATCH (a:A)-[:x]->(b) WHERE a.v > b.v AND a.v > b.w RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = 2, b.v = 3, b.w = 1, c.v = 1, c.w = 3 CREATE (a)-[:x]->(b) CREATE (a)-[:x]->(c)',
    node: 'a',
    missing: [
      'a: a.v > b.v: fails for 1 of 2 candidates, such as where a.v is 2 and b.v is 3 (a: $a, b: $b)',
      'a: a.v > b.w: fails for 1 of 2 candidates, such as where a.v is 2 and b.w is 3 (a: $a, b: $c)',
    ],
  },
  {
    name: 'a condition on one value',
    query: 'MATCH (a:A) WHERE a.v > 100 AND a.w IS NOT NULL RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = 5, a.W = 1',
    node: 'a',
    missing: ['a: w IS NOT NULL: it is missing (it has W, and case counts)', 'a: a.v > 100: it is 5'],
  },
  {
    name: 'a group that is filtered out, on its root',
    query: 'MATCH (a:A)-[:x]->(b) WITH a, count(b) AS n WHERE n > 1 RETURN id(a) AS a, n',
    mode: 'MultipleValues',
    write: 'SET a:A CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['a: 1 row (a: $a, n: 1) is not a result: WHERE n > 1 does not hold'],
  },
  {
    name: 'a group that is filtered out, elsewhere',
    query: 'MATCH (a:A)-[:x]->(b) WITH a.v AS v, count(b) AS n WHERE n > 1 RETURN v, n',
    mode: 'MultipleValues',
    write: 'SET a:A, a.v = "v" CREATE (a)-[:x]->(b)',
    node: 'a',
    missing: ['elsewhere: the group (v: "v", n: 1) is not a result: WHERE n > 1 does not hold'],
  },
  {
    name: 'an empty list',
    query: 'MATCH (a:A) UNWIND a.list AS each RETURN each',
    mode: 'MultipleValues',
    write: 'SET a:A, a.list = []',
    node: 'a',
    missing: ['a: 1 row is not a result: UNWIND a.list gives nothing'],
  },
  {
    name: 'the end of a path',
    query: 'MATCH (a:A)-[:x*1..3]->(b:B) RETURN a.v AS v, b.v AS w',
    mode: 'MultipleValues',
    write: 'SET a:A CREATE (a)-[:x]->(b) CREATE (b)-[:x]->(c)',
    node: 'a',
    missing: [
      'a: -[:x*1..3]->: the only neighbor does not match',
      'b: 1 edge along the path: it does not end here, and continues over -[:x]-> to 1 node, but to no match',
      'b: label B: it has no label',
      'c: 2 edges along the path: it does not end here, and has no -[:x]-> to continue',
      'c: label B: it has no label',
    ],
  },
  {
    name: 'a label in another case',
    query: 'MATCH (a:Order) RETURN DISTINCT id(a)',
    write: 'SET a:order',
    node: 'a',
    missing: ['a: label Order: it has the label order, and case counts'],
  },
  {
    name: 'an edge in another case',
    query: 'MATCH (a:A)-[:KNOWS]->(b) RETURN DISTINCT id(a)',
    write: 'SET a:A CREATE (a)-[:knows]->(b)',
    node: 'a',
    missing: ['a: -[:KNOWS]->: no such edge (there is -[:knows]->, and case counts)'],
  },
  {
    name: 'a number as text',
    query: 'MATCH (a {v: 1}) RETURN DISTINCT id(a)',
    write: 'SET a.v = "1"',
    node: 'a',
    missing: ['a: v = 1: it is "1" (a string, not a number)'],
  },
  {
    name: 'the properties of an edge',
    query: 'MATCH (a:A)-[:x {w: 1}]->(b) RETURN a.v AS v',
    mode: 'MultipleValues',
    write: 'SET a:A CREATE (a)-[:x {w: 2}]->(b)',
    node: 'a',
    missing: ['a: -[:x WHERE w = 1]->: the only neighbor does not match'],
  },
  {
    name: 'a node that is not there',
    query: 'MATCH (a {v: 1}) RETURN DISTINCT id(a)',
    write: 'SET b.v = 2',
    node: 'a',
    missing: ['a: the node does not exist: it was never written', 'a: v = 1: it is missing'],
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

function withNames(text: string): string {
  return [...NAMES].reduce((named, [id, name]) => named.replaceAll(formatNodeId(id), `$${name}`), text);
}

async function missing(query: StandingHandle, node: string): Promise<string[]> {
  const [own, ...further] = await query.inspection.explain(idFrom([node])!);
  const patternNodes = own.patternNodes.filter(({ isRoot, holds }) => !isRoot || holds);
  const played = { node: own.node, patternNodes: patternNodes.length > 0 ? patternNodes : own.patternNodes };
  return [played, ...further].flatMap(each =>
    each.patternNodes.flatMap(explanation =>
      explanation.missing.map(what => `${NAMES.get(each.node) ?? 'elsewhere'}: ${withNames(what)}`),
    ),
  );
}

async function write(graph: StreamingGraph, what: string): Promise<void> {
  await (await graph.query(WRITE + what)).rows();
  await graph.idle();
}

describe.each(LAYOUTS)('%j', layout => {
  // Threads take some time to start.
  const threaded = [CASES[1]!, ...inNightlyTier([CASES[0]!, CASES[2]!, CASES[3]!])];
  test.each(layout.workers === 0 ? CASES : threaded)('$name', async one => {
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
      expect(found).toEqual(one.missing);
      const isMatching = one.missing.length === 0;
      const { patternNodes, results } = await query.inspection.survey();
      expect(results).toBe(isMatching ? 1 : 0);
      if (isMatching) expect(patternNodes.map(({ states }) => states)).toEqual([1, 1, 1]);
    } finally {
      await graph.close();
    }
  });
});
