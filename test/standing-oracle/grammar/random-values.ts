/** Values that a query returns, groups by, or passes to a WITH. */
import type { Draft } from './draft.js';
import { EDGE_KEY, NUMBER_KEY } from './literals.js';
import { collectSubquery, countSubquery, existsSubquery, patternComprehension } from './random-branches.js';
import { listValues } from './random-lists.js';
import { anyRowValue } from './random-row-values.js';
import type { Scope } from './scope.js';

/** @param isKey rows are grouped by it: excludes unordered lists, whose different orders would be different groups. */
export function randomValue(draft: Draft, scope: Scope, isKey: boolean): string {
  const { random } = draft;
  if (draft.rowValues.length > 0 && random.chance(0.4)) return rowValue(draft, isKey);
  if (scope.values.length > 0 && random.chance(0.4)) return ofValues(draft, scope);
  if (draft.use('entity-value', 0.2)) return entity(draft, scope);
  const branch = branchValue(draft, isKey);
  if (branch !== undefined) return branch;
  const lists = draft.use('list-expression', scope.paths.length + scope.walks.length > 0 ? 0.6 : 0.2);
  if (lists) return random.pick(listValues(draft, scope));
  if (draft.use('map-projection', 0.3)) return mapProjection(draft, scope);
  if (draft.use('user-function', 0.2)) {
    return random.pick([
      `oracle.weight(${random.pick(scope.nodes)})`,
      `oracle.alike(${random.pick(scope.nodes)}, ${random.pick(scope.nodes)})`,
    ]);
  }
  if (scope.edges.length > 0 && random.chance(0.35)) return ofEdge(draft, scope);
  return ofNodes(draft, scope);
}

function rowValue(draft: Draft, isKey: boolean): string {
  const lists = draft.rowValues.filter(({ kind }) => kind === 'list');
  if (isKey || lists.length === 0) return anyRowValue(draft);
  draft.showsUnordered = true;
  return draft.random.pick(lists).name;
}

function ofValues({ random }: Draft, { values, nodes }: Scope): string {
  const value = random.pick(values);
  return random.pick([value, value, `[${value}, ${random.pick(nodes)}.p]`, `${value} = 1`, `{a: ${value}}`]);
}

function ofEdge({ random }: Draft, { edges, nodes }: Scope): string {
  const edge = random.pick(edges);
  return random.pick([
    `type(${edge})`,
    `${edge}.${EDGE_KEY}`,
    `properties(${edge})`,
    `strId(startNode(${edge}))`,
    `endNode(${edge}).q`,
    `[${edge}.${EDGE_KEY}, ${random.pick(nodes)}.p]`,
    `coalesce(${edge}.${EDGE_KEY}, 'none')`,
  ]);
}

function ofNodes({ random }: Draft, { nodes }: Scope): string {
  const node = random.pick(nodes);
  const other = random.pick(nodes);
  return random.pick([
    `id(${node})`,
    `strId(${node})`,
    `${node}.p`,
    `${node}.q`,
    `${node}.${NUMBER_KEY}`,
    `properties(${node})`,
    `labels(${node})`,
    `size(keys(${node}))`,
    `coalesce(${node}.p, 'none')`,
    `[${node}.p, ${other}.q]`,
    `{a: ${node}.p, b: ${other}.${NUMBER_KEY}}`,
    `{a: labels(${node}), b: {c: id(${other})}}`,
    `CASE WHEN ${node}.p = ${other}.p THEN 1 ELSE ${node}.q END`,
    `CASE ${node}.p WHEN 1 THEN 'one' WHEN 'a' THEN ${other}.${NUMBER_KEY} END`,
    `${node}.${NUMBER_KEY} + ${other}.${NUMBER_KEY}`,
    `${node}.p = ${other}.p`,
    `${node}.p < ${other}.q`,
    `${node} = ${other}`,
    `${node}:A`,
    `toString(${node}.${NUMBER_KEY})`,
    `${node}['p']`,
  ]);
}

function entity({ random }: Draft, { nodes, edges, walks, paths }: Scope): string {
  const name = random.pick([...nodes, ...edges, ...walks, ...paths]);
  return random.chance(0.2) ? `[${name}, ${random.pick(nodes)}.p]` : name;
}

function mapProjection({ random }: Draft, { nodes }: Scope): string {
  const node = random.pick(nodes);
  const other = random.pick(nodes);
  return random.pick([
    `${node} {.p, .q}`,
    `${node} {.*}`,
    `${node} {.*, also: ${other}.p}`,
    `${node} {.p, labels: labels(${other})}`,
  ]);
}

function branchValue(draft: Draft, isKey: boolean): string | undefined {
  const scope = draft.anyChain();
  const listed = (list: string): string => {
    if (isKey || draft.random.chance(0.3)) return `size(${list})`;
    draft.showsUnordered = true;
    return list;
  };
  if (draft.use('pattern-comprehension', 0.3)) return listed(patternComprehension(draft, scope));
  if (draft.use('collect-subquery', 0.3)) return listed(collectSubquery(draft, scope));
  if (draft.use('subquery-value', 0.3)) {
    return draft.random.pick([countSubquery, existsSubquery])(draft, scope);
  }
  return undefined;
}
