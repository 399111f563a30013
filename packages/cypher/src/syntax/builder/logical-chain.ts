/**
 * `a AND b AND c`, and the same with OR and XOR. They are left-associative, but any grouping has the same meaning: a
 * long chain becomes a tree of minimal depth, since all later stages recurse over it.
 */
import type * as ast from '../ast/ast.js';

/** Up to this number of operands, they are grouped from the left, as written. */
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
