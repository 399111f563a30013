/**
 * Law 6: a node that cannot match has no state. For each type of pattern there are some matching nodes among others
 * that cannot match. The others have no state, however many there are; and when all matching nodes are deleted, no node
 * has any, whether it slept meanwhile, resynchronized after a crash, or learned of the query late.
 */
import { SeededRandom } from '@weir/graph/testing';
import type { NodeId } from '@weir/model';
import { compileStandingQuery, createStandingEngine, inspectState } from '@weir/standing';
import { PlainGraph } from './plain-graph.js';
import { writesOf } from './plain-writes.js';
import { send } from './run-case.js';
import { ToyNetwork } from './toy-network.js';

interface Kind {
  readonly text: string;
  readonly matching: readonly string[];
  /** One set of nodes that cannot match; may have edges to the matching ones. */
  readonly others: readonly string[];
  /** Number of states that exist without any data. */
  readonly always?: number;
}

const PAIR = ['a:A p=1', 'b:B p=2', 'a-x->b w=1'];

const KINDS: readonly Kind[] = [
  { text: 'MATCH (a:A) RETURN a.p', matching: PAIR, others: ['o:B p=1', 'o-x->a', 'o-x->u'] },
  { text: 'MATCH (a {p: 1}) RETURN properties(a)', matching: PAIR, others: ['o:A p=3', 'o-x->u', 'u p=one'] },
  {
    text: 'MATCH (a) WHERE a.p > 1 AND a:B RETURN id(a)',
    matching: PAIR,
    others: ['o:B p=0', 'u:A p=5', 'o-x->u'],
  },
  {
    text: 'MATCH (a) WHERE a.p IS NULL RETURN id(a)',
    matching: ['a q=1'],
    others: ['o p=1', 'o-x->u', 'u:A p=1'],
  },
  {
    text: "MATCH (a) WHERE a.q =~ 't.*' RETURN a.q",
    matching: ['a q=two'],
    others: ['o q=one', 'u q=2', 'o-x->u'],
  },
  {
    text: 'MATCH (a:A|B) WHERE NOT a:C RETURN id(a)',
    matching: PAIR,
    others: ['o:C', 'u:A:C', 'o-x->u', 'u-x->o'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b:B) RETURN a.p, b.p',
    matching: PAIR,
    others: ['o:A p=1', 'u:B', 'u-x->o', 'o-y->u'],
  },
  {
    text: 'MATCH (a)-[:x]->(b)-[:y]->(c:C) RETURN a.p + c.p',
    matching: ['a p=1', 'c:C p=2', 'a-x->b', 'b-y->c'],
    others: ['o-x->u', 'u-y->v', 'v-x->o', 'v:A'],
  },
  { text: 'MATCH (a:A)--(b) RETURN id(b)', matching: PAIR, others: ['o:A', 'u:B', 'u-x->v', 'v-y->u'] },
  {
    text: 'MATCH (a:A)-[e:x|y {w: 1}]->(b) RETURN e.w, id(b)',
    matching: PAIR,
    others: ['o:B', 'o-x->u w=1', 'u:A'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b:B) WHERE a.p < b.p RETURN a.p',
    matching: PAIR,
    others: ['o p=0', 'u:B', 'o-x->u'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b)-[:x]->(c)-[:x]->(a) RETURN id(b)',
    matching: ['a:A', 'a-x->b', 'b-x->c', 'c-x->a'],
    others: ['o-x->u', 'u-x->v', 'v-x->o'],
  },
  {
    text: 'MATCH (a:A) WHERE EXISTS { (a)-[:x]->(:B) } RETURN a.p',
    matching: PAIR,
    others: ['o:B', 'o-x->u', 'u:A'],
  },
  {
    text: 'MATCH (a:A) WHERE NOT (a)-[:y]->() RETURN a.p',
    matching: PAIR,
    others: ['o:B', 'o-y->u', 'u p=1'],
  },
  {
    text: 'MATCH (a)-[:x]->(b:B) WHERE NOT (b)-[:x]->(a) RETURN a.p',
    matching: PAIR,
    others: ['o-x->u', 'u-y->o', 'v:B', 'v-x->o'],
  },
  {
    text: 'MATCH (a:A) WHERE COUNT { (a)-[:x]->(:B {p: 2}) } > 0 RETURN a.p',
    matching: PAIR,
    others: ['o:B p=2', 'u-x->o', 'u p=1'],
  },
  {
    text: 'MATCH (a:A) OPTIONAL MATCH (a)-[:x]->(b)-[:x]->(c:C) RETURN a.p, c.p',
    matching: PAIR,
    others: ['o-x->u', 'u-x->v', 'v:C p=1'],
  },
  {
    text: 'MATCH (a:A)-[:x*1..3]->(b:B) RETURN a.p, b.p',
    matching: [...PAIR, 'b-x->c', 'c:B'],
    others: ['o-x->u', 'u-x->v', 'v:A', 'o-x->a'],
  },
  {
    text: 'MATCH p = (a:A)-[:x*0..2]->(b) RETURN [n IN nodes(p) | n.p]',
    matching: PAIR,
    others: ['o:B p=1', 'o-x->u', 'u-x->a'],
  },
  {
    text: 'MATCH (a:A) RETURN a.p, [(a)-[:x]->(b) | b.p] AS all',
    matching: PAIR,
    others: ['o:B p=1', 'o-x->u', 'u-x->a'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b) RETURN id(a), count(b)',
    matching: PAIR,
    others: ['o:A p=1', 'o-y->u', 'u-x->o'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b) RETURN b.p, count(*)',
    matching: PAIR,
    others: ['o:B p=1', 'o-x->u', 'u p=1'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b) RETURN DISTINCT b.p',
    matching: PAIR,
    others: ['o:B p=1', 'o-x->u', 'u p=2'],
  },
  { text: 'MATCH (a:A) RETURN count(*), sum(a.p)', matching: PAIR, others: ['o:B p=1', 'o-x->u'], always: 1 },
  {
    text: 'MATCH (a:A)-[:x]->(b) WITH a, count(b) AS n WITH n, count(a) AS all RETURN n, all',
    matching: PAIR,
    others: ['o:B p=2', 'o-x->b', 'u:A'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b) WITH b.p AS p, count(*) AS n WITH n, max(p) AS m WHERE m > 0 RETURN n, m',
    matching: PAIR,
    others: ['o:B p=2', 'o-x->b', 'u:A'],
  },
  {
    text: 'MATCH (a:A)-[:x]->(b) WITH b.p AS p, collect(a.p) AS all WHERE size(all) > 0 RETURN p, all',
    matching: PAIR,
    others: ['o:B p=2', 'o-x->b', 'u:A'],
  },
];

describe.each(KINDS)('$text', kind => {
  test.each(['before', 'after'] as const)('a query registered %s the data', when => {
    const few = new Watched(kind, 2, when);
    expect(few.results()).toBeGreaterThan(0);
    expect(few.statesOfOthers()).toEqual([]);
    const many = new Watched(kind, 25, when);
    expect(many.states()).toBe(few.states());
  });

  test.each([false, true])('everything is deleted (after a crash: %s)', crashes => {
    const watched = new Watched(kind, 3, 'before');
    if (crashes) watched.network.crash();
    watched.deleteMatching();
    expect(watched.states()).toBe(kind.always ?? 0);
    expect(watched.statesOfOthers()).toEqual([]);
  });

  test('the query is replaced, and its replacement removed', () => {
    const watched = new Watched(kind, 3, 'before');
    watched.replaceBy("MATCH (n) WHERE n.p = 'nowhere' RETURN n.p");
    expect(watched.states()).toBe(0);
    watched.replaceBy(kind.text);
    expect(watched.results()).toBeGreaterThan(0);
    expect(watched.statesOfOthers()).toEqual([]);
    watched.remove();
    expect(watched.states()).toBe(0);
  });
});

class Watched {
  readonly network: ToyNetwork;
  private readonly engine = createStandingEngine();
  private readonly graph: PlainGraph;
  private readonly matching: readonly string[];
  private query = 1;

  constructor(kind: Kind, sets: number, when: 'before' | 'after') {
    const matching = writesOf(kind.matching);
    this.matching = namesIn(kind.matching);
    const others = Array.from({ length: sets }, (_, i) =>
      writesOf(kind.others, name => (this.matching.includes(name) ? name : `${name}${i}`)),
    ).flat();
    const ids = [
      ...this.matching,
      ...namesIn(kind.others)
        .filter(name => !this.matching.includes(name))
        .flatMap(name => Array.from({ length: sets }, (_, i) => `${name}${i}`)),
    ];
    this.graph = new PlainGraph(ids);
    this.network = new ToyNetwork(this.engine, new SeededRandom(sets), ids as NodeId[], false);
    if (when === 'before') this.register(kind.text);
    for (const write of [...matching, ...others]) send(write, this.graph, this.network);
    if (when === 'after') this.register(kind.text);
    this.settle();
  }

  results(): number {
    return this.network.results
      .filter(({ query }) => query === this.query)
      .reduce((sum, { isPositiveMatch }) => sum + (isPositiveMatch ? 1 : -1), 0);
  }

  states(): number {
    return [...this.network.nodes.values()].reduce((sum, { state }) => sum + inspectState(state).length, 0);
  }

  /** States of the graph's nodes that cannot match. */
  statesOfOthers(): string[] {
    const others = this.graph.ids.filter(id => !this.matching.includes(id));
    return others.filter(id => this.network.nodes.get(id as NodeId)!.state !== undefined);
  }

  deleteMatching(): void {
    for (const node of this.matching) send({ kind: 'delete', node }, this.graph, this.network);
    this.settle();
  }

  replaceBy(text: string): void {
    this.remove();
    this.query++;
    this.register(text);
    this.settle();
  }

  remove(): void {
    this.network.remove(this.query);
    this.settle();
  }

  private register(text: string): void {
    this.network.register(compileStandingQuery(text, 'MultipleValues', this.query));
  }

  private settle(): void {
    this.network.settle();
    expect(this.network.complaints).toEqual([]);
  }
}

function namesIn(lines: readonly string[]): string[] {
  const names = lines.flatMap(line => line.split(' ')[0]!.split(/-\w+->|:/, line.includes('->') ? 2 : 1));
  return [...new Set(names)];
}
