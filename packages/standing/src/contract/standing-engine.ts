/**
 * The engine of standing queries.
 *
 * A pattern compiles to a tree of pattern nodes. A pattern node is evaluated on graph nodes and has a state on those where
 * it may hold. When a node changes or receives a message, the shard passes that and the node's `StandingState` to the
 * engine, which returns the new state and responds through `StandingEffects`: messages to neighbors, results, and events
 * for the node's journal. The engine is pure: it has no clock, randomness or sockets, and reads the node only through
 * `StandingNode`.
 *
 * Nodes send each other deltas. The first answer to a subscriber is a `reset` with all current rows; then only differences
 * follow. Deltas of one sender arrive in order.
 */
import type { Direction, NodeId, StandingEvent } from '@weir/model';
import type { StandingRow } from './delta.js';
import type { NodeChange } from './node-change.js';
import type { Origin } from './origin.js';
import type { StandingEffects } from './standing-effects.js';
import type { StandingMessage } from './standing-message.js';
import type { StandingNode } from './standing-node.js';
import type { ResultName } from './standing-result.js';
import type { StandingState } from './standing-state.js';

/** Which changes some query depends on. */
export interface ChangeRelevance {
  /** An irrelevant change costs this one failed look-up. */
  isRelevantProperty(key: string): boolean;
  /** Some key is relevant. */
  isAnyPropertyRelevant(): boolean;
  isRelevantLabel(label: string): boolean;
  isRelevantEdge(label: string, direction: Direction): boolean;
  /** Some query depends on properties of such edges. */
  isRelevantEdgeProperty(label: string, direction: Direction): boolean;
  /**
   * Some query depends only on whether nodes exist (`MATCH (n) WHERE n.gone IS NULL ...`). Then `change` must also be
   * called, if necessary with empty lists, when a node begins or ceases to exist, and every property, label and edge is
   * relevant.
   */
  isRelevantExistence(): boolean;
}

/** The changes that queries over several nodes depend on: a change on one node is reported to others. */
export interface AcrossNodes extends ChangeRelevance {
  /** The greatest number of messages that follow from a change one after another. */
  readonly longestChain: number;
}

/** One per shard: knows the registered queries and updates the states of the shard's nodes. */
export interface StandingEngine extends ChangeRelevance {
  /** `undefined`: no query spans several nodes. */
  readonly acrossNodes: AcrossNodes | undefined;
  /** Some query tracks origins: changes must have `writings`. */
  readonly tracksOrigins: boolean;

  /**
   * Nodes to synchronize when a query starts and again after a crash, whether or not they exist: a count over
   * everything is 0 from the beginning, and a node that a query names by id is evaluated even if it was never written.
   * @param after only for queries after the first `after` that started. Default: for all.
   */
  fixedNodes(after?: number): readonly NodeId[];
  /** The number of queries that have started, including removed ones. */
  readonly startCount: number;

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
   * After a crash, when neighbors may have missed messages: sends every subscription and every report again, as resets.
   * Calling it without need changes nothing.
   * @param farewells recent events of the node's journal that `isFarewell` accepts. A node that withdrew something may
   *   have lost the change that led to it, so it is queried.
   */
  resynchronize(
    node: StandingNode,
    state: StandingState | undefined,
    farewells: readonly StandingEvent[],
    effects: StandingEffects,
  ): StandingState | undefined;

  /**
   * Changes the ids of the query's current results on the node; their cancellations will have the new ids. Reports
   * nothing.
   * @returns the names of results that no longer hold.
   */
  renameResults(
    state: StandingState | undefined,
    query: number,
    names: readonly ResultName[],
    effects: StandingEffects,
  ): readonly ResultName[];
  /** Frees the indexes that `renameResults` used to find results by their ids. */
  endRenaming(): void;
  /** Calls `visit` with each current result of the query on the node. The row is `undefined` if the match is only a node. */
  currentResults(
    state: StandingState | undefined,
    query: number,
    visit: (resultId: string, row: StandingRow | undefined) => void,
  ): void;

  /** Returns the state without that of unknown queries. Has no effects. */
  withoutRemoved(state: StandingState): StandingState | undefined;

  /** Folds one journaled event into the state of a waking node. Has no effects. Skips events of unknown queries. */
  replay(state: StandingState | undefined, event: StandingEvent): StandingState | undefined;
  /**
   * Call it after the last replayed event: derives everything that is not journaled from the current node. Has no
   * effects.
   */
  restored(node: StandingNode, state: StandingState): StandingState | undefined;
  /**
   * Returns the fewest events that restore this state by `replay` and `restored`, for snapshots. Leaves out unknown
   * queries.
   */
  condense(state: StandingState): readonly StandingEvent[];
}
