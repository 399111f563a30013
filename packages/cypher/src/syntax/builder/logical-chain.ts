/**
 * `a AND b AND c`, and the same with OR and XOR. They are left-associative, but mean the same however they are grouped:
 * a long chain becomes a tree that is no deeper than it must be, since all that follows recurses over it.
 */
import type * as ast from '../ast/ast.js';

/** Operands that are still grouped from the left, as they are written. */
const LEFT_DEEP = 64;

export function logicalChain(
  operator: 'AND' | 'OR' | 'XOR',
  operands: readonly ast.Expression[],
  start = operands[0]!.span.start,
): ast.Expression {
  if (operands.length > LEFT_DEEP) {
    const half = operands.length >> 1;
    const left = logicalChain(operator, operands.slice(0, half), start);
    const right = logicalChain(operator, operands.slice(half));
    return { kind: 'binary', span: { start, end: right.span.end }, operator, left, right };
  }
  return operands.reduce((left, right) => ({
    kind: 'binary',
    span: { start, end: right.span.end },
    operator,
    left,
    right,
  }));
}
