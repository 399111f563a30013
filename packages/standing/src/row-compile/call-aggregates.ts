/** What CALL { ... } aggregates, as expressions over COUNT { ... } and COLLECT { ... } of the same matches. */
import { type Expression, isAggregateName, type Match, parseExpression } from '@weir/cypher';
import type { Refusals } from './refusals.js';
import { substituted } from './substitute.js';
import { PLAIN, subqueryOf } from './written-clauses.js';

type Aggregate = Extract<Expression, { kind: 'call' | 'count-star' }>;

/** Over `values`, which has no null and is in ascending order. */
const AGGREGATES: Readonly<Record<string, Expression>> = {
  count: parseExpression('size(values)'),
  collect: parseExpression('values'),
  min: parseExpression('head(values)'),
  max: parseExpression('last(values)'),
  sum: parseExpression('reduce(total = 0, each IN values | total + each * 1)'),
  avg: parseExpression(
    'CASE WHEN size(values) > 0 THEN reduce(total = 0.0, each IN values | total + each * 1) / size(values) END',
  ),
};
const NOT_NULL = parseExpression('[each IN values WHERE each IS NOT NULL]');
const DISTINCT = parseExpression(
  'reduce(found = [], each IN values | CASE WHEN last(found) = each THEN found ELSE found + [each] END)',
);

/** @throws WeirError `cypher.compile` for an aggregate that can't be written so. */
export function overSubqueries(
  expression: Expression,
  matches: readonly Match[],
  refusals: Refusals,
): Expression {
  const written = new Map<string, Expression>();
  const named = withoutAggregates(expression, aggregate => {
    const name = ` aggregate ${written.size}`;
    written.set(name, overSubquery(aggregate, matches, refusals));
    return { kind: 'variable', name, span: aggregate.span };
  });
  return substituted(named, written);
}

function overSubquery(aggregate: Aggregate, matches: readonly Match[], refusals: Refusals): Expression {
  const { span } = aggregate;
  if (aggregate.kind === 'count-star') return subqueryOf('count', matches, span);
  const { name, distinct, arguments: given } = aggregate;
  const template = AGGREGATES[name.toLowerCase()];
  const [value, ...more] = given;
  if (template === undefined || value === undefined || more.length > 0) {
    throw refusals.unsupported(`\`${name}\` in CALL`, span, 'use count, sum, avg, min, max or collect there');
  }
  if (name.toLowerCase() === 'count' && !distinct && value.kind === 'variable') {
    return subqueryOf('count', matches, span);
  }
  const item = { kind: 'projection-item', expression: value, alias: undefined, name: 'value', span } as const;
  const all = subqueryOf('collect', [...matches, { kind: 'return', ...PLAIN, items: [item], span }], span);
  const present = substituted(NOT_NULL, new Map([['values', all]]));
  const values = distinct ? substituted(DISTINCT, new Map([['values', present]])) : present;
  return substituted(template, new Map([['values', values]]));
}

function withoutAggregates(
  expression: Expression,
  replace: (aggregate: Aggregate) => Expression,
): Expression {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return value;
    const node = value as Expression;
    if (isAggregate(node)) return replace(node);
    return Object.fromEntries(Object.entries(node).map(([field, each]) => [field, visit(each)]));
  };
  return visit(expression) as Expression;
}

function isAggregate(node: Expression): node is Aggregate {
  return node.kind === 'count-star' || (node.kind === 'call' && isAggregateName(node.name));
}
