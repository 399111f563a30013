/** A syntax tree with some of its variables written out. */
import type { AstNode, Expression } from '@weir/cypher';

/**
 * What is bound inside (by comprehensions, quantifiers and reduce) is left alone; variables of patterns inside of
 * subqueries are taken for those outside. Where nothing is replaced the tree stays the same object.
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
 * @param outer fields that don't see the node's own names.
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
