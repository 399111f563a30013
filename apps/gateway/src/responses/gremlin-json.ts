/** Values in the form of Gremlin queries. */
import { nodeIdToBytes, NodeValue, queryJson, RelationshipValue, type NodeId, type Value } from '@weir/model';

export function gremlinJson(value: Value): string {
  if (value instanceof NodeValue) return `"Vertex(${idText(value.id)})"`;
  if (value instanceof RelationshipValue) {
    return JSON.stringify(`Edge(${idText(value.start)}, ${value.label}, ${idText(value.end)})`);
  }
  if (value instanceof Uint8Array) return `[${new Int8Array(value).join(',')}]`;
  return queryJson(value);
}

function idText(id: NodeId): string {
  return `QuineId(${nodeIdToBytes(id).toString('hex').toUpperCase()})`;
}
