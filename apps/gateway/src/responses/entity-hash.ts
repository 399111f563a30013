/** Hashes of nodes and edges; their sum is the hash of a graph. */
import { formatNodeId, hashValues, NodeValue, RelationshipValue, type Value } from '@weir/model';

/** 64 bits, signed; 0 for any other value. */
export function entityHash(entity: Value): bigint {
  if (entity instanceof NodeValue) {
    return hashValues([formatNodeId(entity.id), [...entity.labels], entity.properties]);
  }
  if (entity instanceof RelationshipValue) {
    const { start, label, end, properties } = entity;
    return hashValues([formatNodeId(start), label, formatNodeId(end), properties]);
  }
  return 0n;
}
