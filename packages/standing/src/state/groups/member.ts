import type { NodeId } from '@weir/model';
import type { NodeState } from '../node/node-states.js';
import type { ResultState } from '../results/result-state.js';

/** A node that reports rows to group nodes: a root, or a group node of an earlier grouping. */
export interface Member extends NodeState {
  readonly results: ResultState;
  /** Whether no state is left. */
  readonly isIdle: boolean;
  /**
   * Group nodes that lost rows of this member and have not confirmed that nothing is left: a crash may lose the message
   * that removed the rows.
   */
  readonly leaving: Iterable<NodeId>;
  /** @returns false if the group node is among `leaving` already. */
  leave(groupNode: NodeId): boolean;
  /** @returns false if the group node was not among `leaving`. */
  left(groupNode: NodeId): boolean;
}
