/** Forms of clauses and expressions that several readers recognize. */
import { type AstNode, type Clause, type Expression, isAggregateName, walk, type With } from '@weir/cypher';
import { type AggregatedMatches, isAggregatedMatches } from './aggregate-calls.js';
import type { Stage } from '../shape/shape.js';

/** Expressions that query matches of a pattern. */
export type BranchExpression =
  | Extract<Expression, { kind: 'subquery' | 'pattern-predicate' | 'pattern-comprehension' }>
  | AggregatedMatches;

export function isBranch(node: AstNode): node is BranchExpression {
  return (
    node.kind === 'pattern-predicate' ||
    node.kind === 'subquery' ||
    node.kind === 'pattern-comprehension' ||
    isAggregatedMatches(node)
  );
}

export function mentionsAggregate(expression: Expression): boolean {
  let found = false;
  walk(expression, node => {
    if (node.kind === 'count-star' || (node.kind === 'call' && isAggregateName(node.name))) found = true;
    return node.kind !== 'subquery';
  });
  return found;
}

/** Returns the conjuncts of `a AND b AND c`. */
export function conjunctsOf(expression: Expression): Expression[] {
  return expression.kind === 'binary' && expression.operator === 'AND'
    ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)]
    : [expression];
}

/** Returns whether the RETURN at the end of a subquery only states that there is a row. */
export function isIdleReturn(clause: Clause): boolean {
  return (
    clause.kind === 'return' &&
    !clause.distinct &&
    clause.skip === undefined &&
    clause.limit === undefined &&
    clause.orderBy.length === 0 &&
    !clause.items.some(({ expression }) => mentionsAggregate(expression))
  );
}

/** Returns whether it returns one row for several. */
export function isGroupingClause({ distinct, items }: Pick<With, 'distinct' | 'items'>): boolean {
  return distinct || items.some(({ expression }) => mentionsAggregate(expression));
}

/** @param visible the names that `*` stands for. */
export function stageOf(
  clause: Extract<Clause, { kind: 'with' | 'return' }>,
  visible: readonly string[],
): Stage {
  const { span } = clause;
  const all = clause.star ? visible : [];
  return {
    columns: [
      ...all.map(name => ({ name, expression: { kind: 'variable', name, span } as const })),
      ...clause.items.map(({ name, expression }) => ({ name, expression })),
    ],
    distinct: clause.distinct,
    where: clause.kind === 'with' ? clause.where : undefined,
  };
}

export function expressionsOf({ columns, where }: Stage): Expression[] {
  const expressions = columns.map(({ expression }) => expression);
  return where === undefined ? expressions : [...expressions, where];
}
