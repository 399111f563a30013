/** Compares two states of the same part of the graph. */
import { isSameNode, type Scene } from './scene.js';
import type { Elements, GraphNode } from './elements.js';

export interface Difference {
  /** Only in the later state. */
  readonly absent: readonly string[];
  readonly changed: readonly string[];
  readonly absentEdges: readonly string[];
}

/** A node without labels and properties was never written: every id names such a node. */
export function isWritten({ labels, properties }: GraphNode): boolean {
  return labels.length > 0 || Object.keys(properties).length > 0;
}

export function differenceOf(earlier: Elements, later: Elements | Scene): Difference {
  const absent: string[] = [];
  const changed: string[] = [];
  for (const node of later.nodes.values()) {
    const before = earlier.nodes.get(node.id);
    if (before === undefined || !isWritten(before)) absent.push(node.id);
    else if (!isSameNode(before, node)) changed.push(node.id);
  }
  const absentEdges = [...later.edges.values()].filter(
    ({ key, isSynthetic }) => !isSynthetic && !earlier.edges.has(key),
  );
  return { absent, changed, absentEdges: absentEdges.map(({ key }) => key) };
}
