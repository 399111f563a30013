/** The ids of the nodes that cases write to. */
import { type NodeId, nodeIdFromBytes } from '@weir/model';

export function idOf(node: number): NodeId {
  return nodeIdFromBytes(Uint8Array.from({ length: 16 }, (_, i) => (node * 37 + i * 11 + 1) & 0xff));
}
