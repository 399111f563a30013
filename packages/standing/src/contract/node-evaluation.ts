import type { NodeId } from '@weir/model';
import type { NodeChange } from './node-change.js';
import type { Origin } from './origin.js';
import type { RecentChanges } from './recent-changes.js';
import type { StandingEffects } from './standing-effects.js';
import type { StandingMessage } from './standing-message.js';
import type { StandingNode } from './standing-node.js';
import type { StandingState } from './standing-state.js';

/** Evaluates queries on one node at a time. Each call returns the state to keep for the node. */
export interface NodeEvaluation {
  /**
   * Something relevant changed; the node is in its state after the change. One call may carry the changes of several
   * messages. An edge that was added and removed again (or the reverse) is in both lists. Call this before `receive` for
   * messages that arrived after the change. Otherwise results are still correct, but a neighbor may keep a needless
   * subscription until its next report.
   * @returns the state to keep from now on.
   */
  change(
    node: StandingNode,
    state: StandingState | undefined,
    change: NodeChange,
    origin: Origin | undefined,
    effects: StandingEffects,
  ): StandingState | undefined;

  /** A message arrived. Messages about unknown queries are ignored. */
  receive(
    node: StandingNode,
    state: StandingState | undefined,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): StandingState | undefined;

  /**
   * Evaluates every registered query on a node that may have older data, and drops the states of removed queries.
   * @param initial report the matches found as initial results.
   * @param after only queries after the first `after` that started, which were evaluated on the node. Default: all.
   */
  synchronize(
    node: StandingNode,
    state: StandingState | undefined,
    initial: boolean,
    effects: StandingEffects,
    after?: number,
  ): StandingState | undefined;

  /** Whether `synchronize` would create a state on the node. */
  isBehind(node: StandingNode, state: StandingState | undefined, after?: number): boolean;

  /**
   * After a crash, when the node or its neighbors may have missed messages: sends every subscription and every report
   * again that a recent change may concern, as resets. Calling it without need changes nothing.
   */
  resynchronize(
    node: StandingNode,
    state: StandingState | undefined,
    recent: RecentChanges,
    effects: StandingEffects,
  ): StandingState | undefined;
}
