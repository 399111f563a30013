/** Replaces variables in a syntax tree with expressions. */
import type { AstNode, Expression } from '@weir/cypher';

/**
 * Replaces variables with expressions. Variables bound inside (by comprehensions, quantifiers and reduce) are left
 * alone; variables in patterns of subqueries refer to outer ones. A subtree without replacements remains the same
 * object.
 */
export function substituted<T extends AstNode>(node: T, replacements: ReadonlyMap<string, Expression>): T {
  return replacements.size === 0 ? node : (visit(node, replacements) as T);
}

function visit(node: AstNode, replacements: ReadonlyMap<string, Expression>): AstNode {
  switch (node.kind) {
    case 'variable':
      return replacements.get(node.name) ?? node;
    case 'list-comprehension':
    case 'quantifier':
      return withFields(node, replacements, ['list'], [node.variable.name]);
    case 'reduce':
      return withFields(node, replacements, ['list', 'initial'], [node.variable.name, node.accumulator.name]);
    default:
      return withFields(node, replacements, [], []);
  }
}

/**
 * @param outer fields in which the node's own names are not visible.
 * @param local the node's own names.
 */
function withFields(
  node: AstNode,
  replacements: ReadonlyMap<string, Expression>,
  outer: readonly string[],
  local: readonly string[],
): AstNode {
  const inner =
    local.length === 0 ? replacements : new Map([...replacements].filter(([name]) => !local.includes(name)));
  let changed: Record<string, unknown> | undefined;
  for (const [field, value] of Object.entries(node) as [string, unknown][]) {
    const now = visitField(value, outer.includes(field) ? replacements : inner);
    if (now !== value) (changed ??= { ...node })[field] = now;
  }
  return (changed as AstNode | undefined) ?? node;
}

function visitField(value: unknown, replacements: ReadonlyMap<string, Expression>): unknown {
  if (Array.isArray(value)) {
    const now = (value as readonly unknown[]).map(each => visitField(each, replacements));
    return now.some((each, i) => each !== value[i]) ? now : value;
  }
  return typeof value === 'object' && value !== null && 'kind' in value
    ? visit(value as AstNode, replacements)
    : value;
}
