/** Looking through a syntax tree for nodes of some kind. */
import type { AstNode } from '@weir/cypher';

/** The first one in the order written, `node` itself included; `enter` false leaves out what is below a node. */
export function findNode(
  node: AstNode,
  wanted: (node: AstNode) => boolean,
  enter: (node: AstNode) => boolean = () => true,
): AstNode | undefined {
  if (wanted(node)) return node;
  if (!enter(node)) return undefined;
  for (const child of childrenOf(node)) {
    const found = findNode(child, wanted, enter);
    if (found !== undefined) return found;
  }
  return undefined;
}

function childrenOf(node: AstNode): AstNode[] {
  const children: AstNode[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'span' in value;
}
