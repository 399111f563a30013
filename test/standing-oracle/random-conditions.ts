/** Conditions beyond tests of one property against a constant. None of them can fail at run time. */
import type { Draft } from './random-query.js';
import { EDGE_KEY, EDGE_LABELS, KEYS, literal, NODE_LABELS, NUMBER_KEY, VALUES } from './random-write.js';

export function randomConditions(draft: Draft): string[] {
  const conditions: string[] = [];
  if (draft.use('general-where', 0.6)) conditions.push(onOneNode(draft));
  if (draft.nodes > 1 && draft.use('cross-node-where', 0.7)) conditions.push(onTwoNodes(draft));
  const edges = draft.edgeVariables();
  if (edges.length > 0 && draft.use('edge-where', 0.6)) conditions.push(onEdge(draft, edges));
  if (draft.use('not-pattern', 0.7)) conditions.push(`NOT ${patternOf(draft)}`);
  if (draft.use('pattern-condition', 0.7)) conditions.push(patternOf(draft));
  if (draft.use('exists-subquery', 0.7)) {
    conditions.push(`${draft.random.chance(0.5) ? 'NOT ' : ''}EXISTS { ${subqueryOf(draft)} }`);
  }
  if (draft.use('count-subquery', 0.7)) {
    const bound = draft.random.pick(['> 1', '= 0', '< 2', '>= 1']);
    conditions.push(`COUNT { ${subqueryOf(draft)} } ${bound}`);
  }
  return conditions;
}

function onOneNode(draft: Draft): string {
  const { random } = draft;
  const node = draft.anyNode();
  const [p, q] = KEYS.map(key => `${node}.${key}`) as [string, string];
  const value = literal(random.pick(VALUES));
  const label = random.pick(NODE_LABELS);
  return random.pick([
    `${node}.${NUMBER_KEY} > 1`,
    `${p} IN [1, 'a', true]`,
    `(${p} = ${value} OR ${q} = ${value})`,
    `${q} STARTS WITH 'a'`,
    `${node}:${label}`,
    `NOT ${node}:${label}`,
    `coalesce(${p}, 0) = 0`,
    `NOT (${p} = ${value})`,
    `(${p} IS NOT NULL XOR ${node}:${label})`,
    `size(labels(${node})) > 0`,
    `${p} = ${q}`,
    `${node}.${NUMBER_KEY} % 2 = 0`,
    `size(keys(${node})) < 2`,
  ]);
}

function onTwoNodes(draft: Draft): string {
  const { random } = draft;
  const one = random.below(draft.nodes);
  const two = (one + 1 + random.below(draft.nodes - 1)) % draft.nodes;
  const [a, b] = [`n${one}`, `n${two}`];
  return random.pick([
    `${a}.p = ${b}.p`,
    `${a}.q <> ${b}.q`,
    `${a}.${NUMBER_KEY} < ${b}.${NUMBER_KEY}`,
    `${a} <> ${b}`,
    `${a} = ${b}`,
    `(${a}.p = 1 OR ${b}.q = 'a')`,
    `${a}.${NUMBER_KEY} + ${b}.${NUMBER_KEY} > 3`,
    `(${a}:A OR ${b}:A)`,
    `NOT (${a}.p = ${b}.p AND ${a}.q = ${b}.q)`,
  ]);
}

function onEdge(draft: Draft, edges: readonly string[]): string {
  const { random } = draft;
  const edge = random.pick(edges);
  return random.pick([
    `${edge}.${EDGE_KEY} > 1`,
    `${edge}.${EDGE_KEY} IS NULL`,
    `type(${edge}) = 'x'`,
    `${edge}.${EDGE_KEY} = ${draft.anyNode()}.${NUMBER_KEY}`,
    `coalesce(${edge}.${EDGE_KEY}, 2) < 3`,
  ]);
}

function patternOf(draft: Draft): string {
  const { random } = draft;
  const label = random.pick(EDGE_LABELS);
  const far = random.pick(['()', '(:A)', '({p: 1})', '(:B {q: "a"})', `(${draft.anyNode()})`]);
  const [left, right] = random.pick([
    ['-', '->'],
    ['<-', '-'],
    ['-', '-'],
  ] as const);
  return `(${draft.anyNode()})${left}[:${label}]${right}${far}`;
}

function subqueryOf(draft: Draft): string {
  const { random } = draft;
  const start = draft.anyNode();
  const label = random.pick(EDGE_LABELS);
  return random.pick([
    `(${start})-[:${label}]->(m)`,
    `(${start})<-[:${label}]-(m:A)`,
    `(${start})-[:${label}]->(m) WHERE m.p = 1`,
    `MATCH (${start})-[:${label}]->(m) WHERE m.p = ${start}.p`,
    `(${start})-[:x]->()-[:${label}]->(m)`,
    `(${start})-[f:${label}]->(m) WHERE f.${EDGE_KEY} > 1`,
    `(${start})-[:${label}]->(${draft.anyNode()})`,
  ]);
}
