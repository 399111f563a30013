/** Conditions beyond comparing one property with a constant. None can fail at run time unless noted. */
import type { Draft } from './draft.js';
import { EDGE_KEY, KEYS, literal, NODE_LABELS, NUMBER_KEY, RARE_VALUES, VALUES } from './literals.js';
import { conditionOnList } from './random-lists.js';
import type { Scope } from './scope.js';

/** Returns a condition, unless the query must not have it or the scope lacks variables for it. */
export type ConditionKind = (draft: Draft, scope: Scope) => string | undefined;

export const VALUE_CONDITIONS: readonly ConditionKind[] = [
  (draft, { nodes }) => (draft.use('general-where', 0.6) ? onOneNode(draft, nodes) : undefined),
  (draft, { nodes }) =>
    nodes.length > 1 && draft.use('cross-node-where', 0.6) ? onTwoNodes(draft, nodes) : undefined,
  (draft, scope) =>
    scope.edges.length > 0 && draft.use('edge-where', 0.6) ? onEdge(draft, scope) : undefined,
  (draft, scope) => {
    const hasLists = scope.walks.length + scope.paths.length > 0;
    return hasLists && draft.use('list-expression', 0.6) ? conditionOnList(draft, scope) : undefined;
  },
  (draft, { nodes }) => (draft.use('user-function', 0.4) ? ofUserFunction(draft, nodes) : undefined),
  (draft, scope) => (scope.values.length > 0 && draft.random.chance(0.5) ? onValue(draft, scope) : undefined),
  (draft, scope) => (draft.use('failing-condition', 0.4) ? failingCondition(draft, scope) : undefined),
];

/** A condition on variables of a pattern. */
export function anyCondition(draft: Draft, scope: Scope): string {
  const { nodes, edges, values } = scope;
  if (values.length > 0 && draft.random.chance(0.3)) return onValue(draft, scope);
  if (edges.length > 0 && draft.random.chance(0.3)) return onEdge(draft, scope);
  return nodes.length > 1 && draft.random.chance(0.4) ? onTwoNodes(draft, nodes) : onOneNode(draft, nodes);
}

function onOneNode({ random }: Draft, nodes: readonly string[]): string {
  const node = random.pick(nodes);
  const [p, q] = KEYS.map(key => `${node}.${key}`) as [string, string];
  const k = `${node}.${NUMBER_KEY}`;
  const value = literal(random.pick(random.chance(0.2) ? RARE_VALUES : VALUES));
  const label = random.pick(NODE_LABELS);
  return random.pick([
    `${k} > 1`,
    `${p} IN [1, 'a', true]`,
    `${p} IN [${value}, ${q}]`,
    `(${p} = ${value} OR ${q} = ${value})`,
    `${q} STARTS WITH 'a'`,
    `${node}:${label}`,
    `NOT ${node}:${label}`,
    `(${node}:A|B)`,
    `coalesce(${p}, 0) = 0`,
    `NOT (${p} = ${value})`,
    `${p} <> ${value}`,
    `${p} >= ${value}`,
    `(${p} IS NOT NULL XOR ${node}:${label})`,
    `size(labels(${node})) > 0`,
    `'${label}' IN labels(${node})`,
    `${p} = ${q}`,
    `${k} % 2 = 0`,
    `size(keys(${node})) < 2`,
    `'p' IN keys(${node})`,
    `properties(${node}).p = ${value}`,
    `${node}['q'] = ${value}`,
    `CASE ${p} WHEN 1 THEN ${q} IS NULL WHEN 'a' THEN ${node}:${label} ELSE true END`,
    `toString(${k}) = '1'`,
    `[${p}, ${q}] = [1, 'a']`,
    `{a: ${p}} = {a: 1.0}`,
    `${node} IS NOT NULL`,
  ]);
}

function onValue({ random }: Draft, { values, nodes }: Scope): string {
  const value = random.pick(values);
  const node = random.pick(nodes);
  return random.pick([
    `${value} = 1`,
    `${value} <> 1`,
    `${value} > 1`,
    `${value} IS NOT NULL`,
    `${node}.${NUMBER_KEY} <= ${value}`,
    `${node}.p = ${value}`,
    `coalesce(${value}, 0) <> 2`,
    `${value} IN [0, 1, 2, 'a', ${node}.q]`,
  ]);
}

function onTwoNodes({ random }: Draft, nodes: readonly string[]): string {
  const one = random.below(nodes.length);
  const two = (one + 1 + random.below(nodes.length - 1)) % nodes.length;
  const [a, b] = [nodes[one]!, nodes[two]!];
  return random.pick([
    `${a}.p = ${b}.p`,
    `${a}.q <> ${b}.q`,
    `${a}.${NUMBER_KEY} < ${b}.${NUMBER_KEY}`,
    `${a} <> ${b}`,
    `${a} = ${b}`,
    `id(${a}) = id(${b})`,
    `(${a}.p = 1 OR ${b}.q = 'a')`,
    `${a}.${NUMBER_KEY} + ${b}.${NUMBER_KEY} > 3`,
    `(${a}:A OR ${b}:A)`,
    `NOT (${a}.p = ${b}.p AND ${a}.q = ${b}.q)`,
    `${a}.p IN [${b}.p, ${b}.q]`,
    `labels(${a}) = labels(${b})`,
    `properties(${a}) = properties(${b})`,
    `${a} IN [${b}]`,
    `[${a}.p, ${a}.q] = [${b}.p, ${b}.q]`,
  ]);
}

function onEdge({ random }: Draft, { edges, nodes }: Scope): string {
  const edge = random.pick(edges);
  const other = random.pick(edges);
  const node = random.pick(nodes);
  return random.pick([
    `${edge}.${EDGE_KEY} > 1`,
    `${edge}.${EDGE_KEY} IS NULL`,
    `type(${edge}) = 'x'`,
    `type(${edge}) = type(${other})`,
    `${edge}.${EDGE_KEY} = ${node}.${NUMBER_KEY}`,
    `coalesce(${edge}.${EDGE_KEY}, 2) < 3`,
    `${edge}.${EDGE_KEY} = ${other}.${EDGE_KEY}`,
    `startNode(${edge}) = ${node}`,
    `endNode(${edge}).p = 1`,
    `id(startNode(${edge})) <> id(${node})`,
    `size(keys(${edge})) = 1`,
    `${edge} IS NOT NULL`,
  ]);
}

function ofUserFunction({ random }: Draft, nodes: readonly string[]): string {
  const node = random.pick(nodes);
  const other = random.pick(nodes);
  return random.pick([
    `oracle.either(${node}.p, ${other}.q)`,
    `oracle.weight(${node}) > 1`,
    `oracle.alike(${node}, ${other})`,
  ]);
}

/**
 * Fails where `k` is the integer 0, so the row is left out. The same query run once would fail, so it gets a guarded
 * condition: see `guarded`.
 */
function failingCondition({ random }: Draft, { nodes }: Scope): string {
  return `10 / ${random.pick(nodes)}.${NUMBER_KEY} > 4`;
}

/** Returns an equivalent query in which the failing conditions of `text` are guarded. */
export function guarded(text: string): string {
  return text.replace(/10 \/ (\w+\.k) > 4/g, '(CASE WHEN $1 = 0 THEN false ELSE 10 / $1 > 4 END)');
}
