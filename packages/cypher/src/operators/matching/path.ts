/** Builds a path from the slots of a pattern's nodes and relationships. */
import { NodeValue, PathValue, RelationshipValue } from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import type { Evaluate } from '../../expression/compiled-expression.js';
import { NodeHandle } from '../../run/entity-handles.js';
import { isList } from '../../operations/value-kind.js';

/**
 * @param nodes slots of the pattern's nodes, in order.
 * @param relationships slots of its relationships; one of variable length contains a list.
 * @returns a function that returns the path, or null if a part of it is null.
 */
export function pathFrom(nodes: readonly number[], relationships: readonly number[]): Evaluate {
  return row => {
    const first = row[nodes[0]!]!;
    if (!(first instanceof NodeValue)) return null;
    const pathNodes: NodeValue[] = [first];
    const edges: RelationshipValue[] = [];
    for (let i = 0; i < relationships.length; i++) {
      const hop = row[relationships[i]!]!;
      const end = row[nodes[i + 1]!]!;
      if (!(end instanceof NodeValue) || hop === null) return null;
      for (const edge of edgesOf(hop)) {
        edges.push(edge);
        pathNodes.push(new NodeHandle(otherEnd(edge, pathNodes[pathNodes.length - 1]!.id)));
      }
      pathNodes[pathNodes.length - 1] = end;
    }
    return new PathValue(pathNodes, edges);
  };
}

function edgesOf(hop: Value): readonly RelationshipValue[] {
  if (hop instanceof RelationshipValue) return [hop];
  return isList(hop) ? (hop as readonly RelationshipValue[]) : [];
}

export function otherEnd(edge: RelationshipValue, node: NodeId): NodeId {
  return edge.start === node ? edge.end : edge.start;
}
