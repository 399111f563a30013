import type { FunctionRegistry } from '../registry/function-registry.js';
import type { CountStar, Expression, FunctionCall } from '../syntax/index.js';

export type AggregateExpression = FunctionCall | CountStar;

/** Returns the outermost aggregates in expressions, in order; subqueries are excluded. */
export function findAggregates(
  expressions: readonly Expression[],
  functions: FunctionRegistry,
): AggregateExpression[] {
  const found: AggregateExpression[] = [];
  for (const expression of expressions) visit(expression, functions, found);
  return found;
}

function visit(node: unknown, functions: FunctionRegistry, found: AggregateExpression[]): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, functions, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const expression = node as Expression;
  if (expression.kind === 'count-star') found.push(expression);
  else if (expression.kind === 'call' && functions.aggregate(expression.name) !== undefined)
    found.push(expression);
  else if (expression.kind !== 'subquery')
    for (const child of Object.values(node)) visit(child, functions, found);
}
