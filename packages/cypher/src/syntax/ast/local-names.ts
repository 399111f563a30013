/** Names local to an expression: bound by comprehensions, quantifiers, reduce and subqueries. */
import type { AstNode } from './ast.js';
import { children, walk } from './walk.js';

/** Returns the names that a node binds for its inner expressions. */
export function localNames(node: AstNode): readonly string[] {
  switch (node.kind) {
    case 'list-comprehension':
    case 'quantifier':
      return [node.variable.name];
    case 'reduce':
      return [node.accumulator.name, node.variable.name];
    case 'pattern-comprehension':
    case 'subquery':
      return boundInside(node);
    default:
      return [];
  }
}

function boundInside(node: AstNode): readonly string[] {
  const names: string[] = [];
  walk(node, inner => {
    switch (inner.kind) {
      case 'node-pattern':
      case 'relationship-pattern':
        if (inner.variable) names.push(inner.variable.name);
        break;
      case 'pattern-part':
        if (inner.path) names.push(inner.path.name);
        break;
      case 'projection-item':
        names.push(inner.name);
        break;
      case 'unwind':
      case 'load-csv':
      case 'yield-item':
        names.push(inner.variable.name);
        break;
      default:
    }
  });
  return names;
}

/** As `walk`, also passing the names bound at each node: the given ones and those bound around it. */
export function walkScoped(
  node: AstNode,
  known: ReadonlySet<string>,
  visit: (node: AstNode, known: ReadonlySet<string>) => boolean,
): void {
  const locals = localNames(node);
  const inside = locals.length === 0 ? known : new Set([...known, ...locals]);
  if (!visit(node, inside)) return;
  for (const child of children(node)) walkScoped(child, inside, visit);
}
