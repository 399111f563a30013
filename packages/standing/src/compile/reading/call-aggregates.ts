/** Aggregates of CALL { ... }, as expressions over the matches of subqueries. */
import { type Expression, isAggregateName, type Match } from '@weir/cypher';
import { aggregateChoiceOf, aggregatedMatches } from './aggregate-calls.js';
import type { Refusals } from './refusals.js';
import { substituted } from './substitute.js';
import { subqueryOf } from './written-clauses.js';

type Aggregate = Extract<Expression, { kind: 'call' | 'count-star' }>;

/** @throws WeirError `cypher.compile` for an aggregate that does not support removal of values. */
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
  const { name, distinct } = aggregateChoiceOf(aggregate, refusals);
  const isOfElements = name === 'count' && !distinct && aggregate.arguments[0]!.kind === 'variable';
  return isOfElements ? subqueryOf('count', matches, span) : aggregatedMatches(aggregate, matches, span);
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
