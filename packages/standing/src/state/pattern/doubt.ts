import type { NodeId } from '@weir/model';
import type { PatternState } from './pattern-node-state.js';

/** Which messages of a pattern node, or of a group node, a crash may have lost. */
export class Doubt {
  /** It became active, so it asks all neighbors. */
  asksAll = false;
  /** Its report may have changed, so all its subscribers get it. */
  answersAll = false;
  /** It ceased to be active, so neighbors may have subscriptions that are not needed. */
  hasEnded = false;
  /** Other nodes with which it may have exchanged something. */
  readonly nodes = new Set<NodeId>();

  /** @param gone other ends of edges that were removed. */
  constructor(readonly gone: readonly NodeId[]) {}

  /** Do not change them while iterating. */
  subscribersOf(state: PatternState): Iterable<NodeId> {
    if (this.answersAll) return state.subscribers();
    return [...this.nodes].filter(node => state.isSubscribed(node));
  }
}
