/**
 * Aggregate calls: calls that group rows, and synthetic calls that aggregate a subquery's matches, generated for CALL {
 * ... }.
 */
import type { AstNode, Expression, Match, Span, Subquery } from '@weir/cypher';
import { Float } from '@weir/model';
import { literalValue } from './literal-value.js';
import { AGGREGATE_NAMES, type AggregateChoice, type AggregateName } from '../../plan/aggregate-choice.js';
import type { Refusals } from './refusals.js';
import { PLAIN, subqueryOf } from './written-clauses.js';

type Call = Extract<Expression, { kind: 'call' }>;

/** @throws WeirError `cypher.compile` for an aggregate that does not support removal of values. */
export function aggregateChoiceOf(call: Call, refusals: Refusals): AggregateChoice {
  const name = call.name.trimStart().toLowerCase() as AggregateName;
  if (!AGGREGATE_NAMES.includes(name)) {
    throw refusals.error(
      `The aggregate \`${call.name}\` cannot undo values, so it is not supported in standing queries: ` +
        'use count, sum, avg, min, max, collect, stDev, stDevP, percentileCont or percentileDisc, or a function of ' +
        'collect(...)',
      call.span,
    );
  }
  const percentile = call.arguments[1];
  return {
    name,
    distinct: call.distinct,
    percentile: percentile === undefined ? 0 : percentileOf(percentile, refusals),
  };
}

function percentileOf(written: Expression, refusals: Refusals): number {
  const value = literalValue(written);
  const percentile = value instanceof Float ? value.value : typeof value === 'number' ? value : Number.NaN;
  if (percentile >= 0 && percentile <= 1) return percentile;
  throw refusals.error(
    'A percentile in a standing query is a number from 0.0 to 1.0, written out',
    written.span,
  );
}

/** An aggregate over a subquery's matches: a call with a name that no text can contain, over COLLECT { ... }. */
export type AggregatedMatches = Call & { readonly arguments: readonly [Subquery, ...Expression[]] };

export function isAggregatedMatches(node: AstNode): node is AggregatedMatches {
  return node.kind === 'call' && node.name.startsWith(' ');
}

/** @param aggregate a call over an expression of the matches. */
export function aggregatedMatches(aggregate: Call, matches: readonly Match[], span: Span): Expression {
  const [value, ...more] = aggregate.arguments;
  const item = {
    kind: 'projection-item',
    expression: value!,
    alias: undefined,
    name: 'value',
    span,
  } as const;
  const values = subqueryOf('collect', [...matches, { kind: 'return', ...PLAIN, items: [item], span }], span);
  return { ...aggregate, name: ` ${aggregate.name}`, arguments: [values, ...more] };
}
