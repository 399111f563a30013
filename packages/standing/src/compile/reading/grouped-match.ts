/**
 * `MATCH ... WITH c, count(*) AS n ... MATCH (c)...`: groups by one node, from which the pattern continues. A node is
 * such a group if the first pattern matches at it, and its aggregates cover the matches at it. So the query is
 * equivalent to `MATCH (c) WHERE EXISTS { ... } CALL (c) { ... RETURN count(*) AS n } ... MATCH (c)...`.
 */
import type { Clause, Expression, Match, NodePattern, With } from '@weir/cypher';
import { isGroupingClause, mentionsAggregate } from './query-forms.js';
import { bodyOf, PLAIN, subqueryOf } from './written-clauses.js';

/** Returns the clauses unchanged without such a WITH, or if it has more grouping keys. */
export function withoutGroupsInTheMiddle(clauses: readonly Clause[]): readonly Clause[] {
  const at = clauses.findIndex(clause => clause.kind === 'with' && isGroupingClause(clause));
  const grouping = clauses[at];
  const later = clauses.slice(at + 1);
  if (grouping?.kind !== 'with') return clauses;
  const matches = clauses
    .slice(0, at)
    .filter(clause => clause.kind === 'match' && !clause.optional) as Match[];
  const [key, ...moreKeys] = grouping.items.filter(({ expression }) => !mentionsAggregate(expression));
  const variable = key?.expression;
  const isPlain = !grouping.star && grouping.orderBy.length === 0 && !grouping.skip && !grouping.limit;
  if (matches.length < at || moreKeys.length > 0 || variable?.kind !== 'variable' || !isPlain) return clauses;
  if (later.every(({ kind }) => kind === 'with' || kind === 'return')) return clauses;
  const node = patternOf(variable.name, matches);
  return node === undefined ? clauses : [...ungrouped(grouping, matches, node, variable), ...later];
}

function ungrouped(
  grouping: With,
  matches: readonly Match[],
  node: NodePattern,
  variable: Extract<Expression, { kind: 'variable' }>,
): Clause[] {
  const { span } = grouping;
  const aggregates = grouping.items.filter(({ expression }) => mentionsAggregate(expression));
  const where = subqueryOf('exists', matches, span);
  const part = {
    kind: 'pattern-part',
    path: undefined,
    shortest: undefined,
    nodes: [node],
    relationships: [],
  } as const;
  const hints = matches.flatMap(match => match.hints);
  const clauses: Clause[] = [
    {
      kind: 'match',
      optional: false,
      patterns: [{ ...part, span }],
      hints: hintsOf(hints, variable.name),
      where,
      span,
    },
  ];
  if (aggregates.length > 0) {
    const items = aggregates.map(item => ({ ...item, name: hidden(item) }));
    const result: Clause = { kind: 'return', ...PLAIN, items, span };
    clauses.push({
      kind: 'call-subquery',
      imports: [variable],
      body: bodyOf([...matches, result], span),
      span,
    });
  }
  const items = grouping.items.map(item =>
    mentionsAggregate(item.expression)
      ? { ...item, expression: { kind: 'variable', name: hidden(item), span: item.span } as const }
      : item,
  );
  clauses.push({ kind: 'with', ...PLAIN, items, where: grouping.where, span });
  return clauses;
}

/** While the WITH is read, a known variable may have the name that the WITH assigns. */
function hidden({ name }: With['items'][number]): string {
  return ` group ${name}`;
}

function hintsOf(hints: Match['hints'], name: string): Match['hints'] {
  return hints.filter(({ variables }) => variables.includes(name));
}

/** The node pattern of the node's first mention with demands. */
function patternOf(name: string, matches: readonly Match[]): NodePattern | undefined {
  const nodes = matches
    .flatMap(({ patterns }) => patterns)
    .flatMap(({ nodes: each }) => each)
    .filter(({ variable }) => variable?.name === name);
  const [first] = nodes;
  const selective = nodes.find(({ labels, properties }) => labels !== undefined || properties !== undefined);
  const literal = selective?.properties?.kind === 'map' && selective.properties.entries.every(isLiteral);
  return (
    first && {
      ...first,
      where: undefined,
      labels: selective?.labels,
      properties: literal ? selective.properties : undefined,
    }
  );
}

function isLiteral({ value }: { readonly value: Expression }): boolean {
  return value.kind === 'literal';
}
