/** Generic traversal of a syntax tree: every object with a `kind` is a node. */
import type { AstNode, Expression } from './ast.js';

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Returns the nodes directly below, in the order of their fields. */
export function children(node: AstNode): readonly AstNode[] {
  const found: AstNode[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (!Array.isArray(value)) {
      if (isNode(value)) found.push(value);
    } else for (const each of value) if (isNode(each)) found.push(each);
  }
  return found;
}

/**
 * Calls `visit` on a node and all nodes below it, parents first; skips the children of a node for which it returns
 * `false`.
 */
export function walk(node: AstNode, visit: (node: AstNode) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of children(node)) walk(child, visit);
}

/**
 * Returns the first node more than `levels` levels below, if there is one. Needs no stack, however deep the tree is.
 */
export function nodeBelow(root: AstNode, levels: number): AstNode | undefined {
  let level: readonly AstNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return level[0];
    level = level.flatMap(children);
  }
  return undefined;
}

/** Returns whether an expression contains such a node, excluding subqueries. */
export function contains(expression: Expression, wanted: (node: AstNode) => boolean): boolean {
  let found = false;
  walk(expression, node => {
    if (found || node.kind === 'subquery') return false;
    found = wanted(node);
    return !found;
  });
  return found;
}

/** Returns whether two trees are equal except for their positions. */
export function sameTree(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a).filter(key => key !== 'span');
  if (keys.length !== Object.keys(b).filter(key => key !== 'span').length) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  return keys.every(key => sameTree(a[key as keyof typeof a], b[key as keyof typeof b]));
}
