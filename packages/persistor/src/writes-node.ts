import type { NodeId } from '@weir/model';
import type { WriteGroup } from './persistor.js';

/** Whether a group has an entry or a snapshot of a node. */
export function writesNode({ journal, snapshots }: WriteGroup, id: NodeId): boolean {
  for (let i = 0; i < journal.length; i++) if (journal[i]!.id === id) return true;
  return snapshots?.some(one => one.id === id) === true;
}
