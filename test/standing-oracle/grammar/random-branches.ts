/** Patterns in conditions and values: pattern predicates, EXISTS, COUNT, COLLECT, pattern comprehensions. */
import type { Draft } from './draft.js';
import { EDGE_KEY, EDGE_LABELS, literal, VALUES } from './literals.js';
import { anyCondition, type ConditionKind } from './random-conditions.js';
import { conditionOnList } from './random-lists.js';
import { namedPath, randomChain } from './random-pattern.js';
import { Group, type Scope, union } from './scope.js';

/** The scope lists the variables that the patterns may extend. */
export const BRANCH_CONDITIONS: readonly ConditionKind[] = [
  (draft, scope) => (draft.use('not-pattern', 0.6) ? `NOT ${patternPredicate(draft, scope)}` : undefined),
  (draft, scope) => (draft.use('pattern-condition', 0.6) ? patternPredicate(draft, scope) : undefined),
  (draft, scope) => {
    if (!draft.use('exists-subquery', 0.6)) return undefined;
    return `${draft.random.chance(0.5) ? 'NOT ' : ''}${existsSubquery(draft, scope)}`;
  },
  (draft, scope) => {
    if (!draft.use('count-subquery', 0.6)) return undefined;
    return `${countSubquery(draft, scope)} ${draft.random.pick(['> 1', '= 0', '< 2', '>= 1', '<> 1'])}`;
  },
  (draft, scope) => (draft.use('mixed-subquery', 0.5) ? mixedCondition(draft, scope) : undefined),
  (draft, scope) => {
    if (!draft.use('pattern-comprehension', 0.3)) return undefined;
    return `size(${patternComprehension(draft, scope)}) ${draft.random.pick(['> 1', '= 0', '<= 1'])}`;
  },
];

/** Introduces no variables. */
function patternPredicate(draft: Draft, { nodes }: Scope): string {
  const { random } = draft;
  const label = random.pick(EDGE_LABELS);
  const start = random.pick(nodes);
  const far = random.pick(['()', '(:A)', '({p: 1})', '(:B {q: "a"})', `(${random.pick(nodes)})`]);
  const [left, right] = random.pick([
    ['-', '->'],
    ['<-', '-'],
    ['-', '-'],
  ] as const);
  let length = '';
  if (draft.longPaths > 0 && draft.use('variable-length', 0.2)) {
    draft.longPaths--;
    length = random.pick(['*1..2', '*2', '*0..1']);
  }
  const more = random.chance(0.2) ? `()-[:${random.pick(EDGE_LABELS)}]->${far}` : far;
  const pattern = `(${start})${left}[:${label}${length}]${right}${more}`;
  return random.chance(0.15) ? `exists(${pattern})` : pattern;
}

export function existsSubquery(draft: Draft, scope: Scope): string {
  const { clauses, inner } = subqueryBody(draft, scope);
  const last = inner.nodes.length > 0 && draft.random.chance(0.2) ? ` RETURN ${inner.nodes[0]}` : '';
  return `EXISTS { ${last === '' ? clauses : `MATCH ${clauses}`}${last} }`;
}

export function countSubquery(draft: Draft, scope: Scope): string {
  const { clauses } = subqueryBody(draft, scope);
  return `COUNT { ${draft.random.chance(0.5) ? 'MATCH ' : ''}${clauses} }`;
}

/** Its lists have no order. */
export function collectSubquery(draft: Draft, scope: Scope): string {
  const { clauses, inner } = subqueryBody(draft, scope);
  return `COLLECT { MATCH ${clauses} RETURN ${listedValue(draft, scope, inner)} }`;
}

/** Its lists have no order. */
export function patternComprehension(draft: Draft, scope: Scope): string {
  const inner = new Group(undefined);
  const pattern = namedPath(draft, branchPattern(draft, scope, inner), inner);
  const where = draft.random.chance(0.4) ? ` WHERE ${innerCondition(draft, scope, inner)}` : '';
  return `[${pattern}${where} | ${listedValue(draft, scope, inner)}]`;
}

interface SubqueryBody {
  /** Everything except an initial MATCH. */
  readonly clauses: string;
  readonly inner: Scope;
}

function subqueryBody(draft: Draft, scope: Scope): SubqueryBody {
  const { random } = draft;
  const inner = new Group(undefined);
  const parts = [namedPath(draft, branchPattern(draft, scope, inner), inner)];
  if (random.chance(0.15)) parts.push(branchPattern(draft, union(scope, inner), inner));
  const where = random.chance(0.5) ? ` WHERE ${innerCondition(draft, scope, inner)}` : '';
  return { clauses: parts.join(', ') + where, inner };
}

function branchPattern(draft: Draft, scope: Scope, inner: Group): string {
  const { random } = draft;
  return randomChain(draft, random.pick(scope.nodes), random.pick([1, 1, 1, 2]), inner, scope.nodes);
}

function innerCondition(draft: Draft, outer: Scope, inner: Group): string {
  const scope = union(outer, inner);
  if (draft.use('nested-subquery', 0.4)) {
    const nested = draft.random.pick([
      existsSubquery,
      (...args: [Draft, Scope]) => `${countSubquery(...args)} > 1`,
    ]);
    return `${draft.random.chance(0.4) ? 'NOT ' : ''}${nested(draft, scope)}`;
  }
  if (inner.paths.length + inner.walks.length > 0 && draft.use('list-expression', 0.4)) {
    return conditionOnList(draft, inner);
  }
  return anyCondition(draft, scope);
}

function mixedCondition(draft: Draft, scope: Scope): string {
  const { random } = draft;
  const node = random.pick(scope.nodes);
  const subquery = random.pick([existsSubquery, patternPredicate])(draft, scope);
  return random.pick([
    `(${subquery} OR ${node}.p = ${literal(random.pick(VALUES))})`,
    `(${subquery} XOR ${node}:A)`,
    `NOT (${subquery} AND ${node}.q IS NULL)`,
    `${countSubquery(draft, scope)} > ${countSubquery(draft, scope)}`,
    `${countSubquery(draft, scope)} = coalesce(${node}.k, 1)`,
    `CASE WHEN ${subquery} THEN ${node}.p IS NULL ELSE true END`,
  ]);
}

function listedValue(draft: Draft, outer: Scope, inner: Scope): string {
  const { random } = draft;
  const node = random.pick([...outer.nodes, ...inner.nodes, ...inner.nodes]);
  const options = [
    `${node}.p`,
    `id(${node})`,
    `[${node}.q, ${random.pick(outer.nodes)}.p]`,
    `labels(${node})`,
  ];
  for (const edge of inner.edges) options.push(`${edge}.${EDGE_KEY}`, `type(${edge})`);
  for (const path of inner.paths) options.push(`length(${path})`, `[x IN nodes(${path}) | x.p]`);
  for (const walk of inner.walks) options.push(`size(${walk})`, `[x IN ${walk} | x.${EDGE_KEY}]`);
  return random.pick(options);
}
