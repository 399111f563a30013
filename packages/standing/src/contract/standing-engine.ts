/**
 * The contracts of the standing-query engine.
 *
 * A pattern compiles to a tree of pattern nodes; a pattern node is evaluated on graph nodes, and keeps a state on those
 * where it may hold. When something happens to a node, the shard hands the change to the node's `StandingState`, which
 * answers through `StandingEffects`: messages to neighbours, results, and events for the node's journal. The engine is
 * pure: it holds no clock, no randomness, no sockets, and asks the node only through `StandingNode`.
 *
 * Between two nodes travels a delta: rows with +1 or -1. A subscriber's first answer is a `reset` with all rows there
 * are; from then on only differences. Deltas of one sender arrive in order.
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

/** Which changes some query looks at. */
export interface ChangeRelevance {
  /** No query looks at this change: the one failed look-up that an irrelevant change costs. */
  isRelevantProperty(key: string): boolean;
  /** Some key is relevant. */
  isAnyPropertyRelevant(): boolean;
  isRelevantLabel(label: string): boolean;
  isRelevantEdge(label: string, direction: Direction): boolean;
  /** Some query looks at properties of such edges. */
  isRelevantEdgeProperty(label: string, direction: Direction): boolean;
  /**
   * Some query looks at nothing but whether nodes exist (`MATCH (n) WHERE n.gone IS NULL ...`): then `change` is
   * also due, with empty lists if need be, when a node begins or ceases to exist. Every property, label and edge
   * is relevant as long as this is so.
   */
  isRelevantExistence(): boolean;
}

/** Of queries that look at several nodes, so that a change on one is told to others. */
export interface AcrossNodes extends ChangeRelevance {
  /** How many messages follow from a change one after the other, at most. */
  readonly longestChain: number;
}

/** One per shard: knows the registered queries and does the work on the nodes' states. */
export interface StandingEngine extends ChangeRelevance {
  /** `undefined`: no query looks at several nodes. */
  readonly acrossNodes: AcrossNodes | undefined;
  /** Some query tracks origins: changes are to come with `writings`. */
  readonly tracksOrigins: boolean;

  /**
   * Nodes to synchronise when a query starts, whether they exist or not, and again after a crash: a count over
   * everything is there from the beginning, as 0, and so is a node that a query names by its id.
   * @param after only of queries that started after so many others had. Default: of all.
   */
  fixedNodes(after?: number): readonly NodeId[];
  /** How many queries have started until now, those that are gone among them. */
  readonly startCount: number;

  /**
   * Something relevant changed. The node is as it is after the change; one call may carry several messages'
   * changes, and an edge that came and went (or went and came) stands in both lists. Best given before messages
   * that arrived later than the change; if not, answers are right all the same, but a neighbour may keep a
   * subscription that nobody needs until it next reports.
   * @returns the state to keep from now on.
   */
  change(
    node: StandingNode,
    state: StandingState | undefined,
    change: NodeChange,
    origin: Origin | undefined,
    effects: StandingEffects,
  ): StandingState | undefined;

  /** A message of another node arrived. Of an unknown query: ignored. */
  receive(
    node: StandingNode,
    state: StandingState | undefined,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): StandingState | undefined;

  /**
   * Evaluates every registered query on a node that may have data from before their registration, and drops
   * what is left of removed ones. `initial`: matches found are reported as initial results.
   * @param after only queries that started after so many others had, all of which the node was shown. Default: all.
   */
  synchronise(
    node: StandingNode,
    state: StandingState | undefined,
    initial: boolean,
    effects: StandingEffects,
    after?: number,
  ): StandingState | undefined;

  /** Whether `synchronise` would begin something on the node. */
  isBehind(node: StandingNode, state: StandingState | undefined, after?: number): boolean;

  /**
   * After a crash, when neighbours may have missed messages: sends every subscription and every report again,
   * as resets. Doing it without need changes nothing.
   * @param farewells events that the node journalled lately, those of `isFarewell`: whoever took something back may
   *   have lost the change that led to it, and is asked.
   */
  resynchronise(
    node: StandingNode,
    state: StandingState | undefined,
    farewells: readonly StandingEvent[],
    effects: StandingEffects,
  ): StandingState | undefined;

  /**
   * Gives results of the query that are true now on the node other ids: their cancellations carry those. Reports
   * nothing. @returns names of results that are not true any more.
   */
  renameResults(
    state: StandingState | undefined,
    query: number,
    names: readonly ResultName[],
    effects: StandingEffects,
  ): readonly ResultName[];
  /** Names that were to be given are given: what was kept to find results by their ids may go. */
  endRenaming(): void;
  /** Calls `visit` with each result of the query that is true now on the node; of those that are but a node, no row. */
  currentResults(
    state: StandingState | undefined,
    query: number,
    visit: (resultId: string, row: StandingRow | undefined) => void,
  ): void;

  /** What is left of the state without that of unknown queries. Silent. */
  withoutRemoved(state: StandingState): StandingState | undefined;

  /** Folds one journalled event into the state of a node that wakes; silent. Events of unknown queries are skipped. */
  replay(state: StandingState | undefined, event: StandingEvent): StandingState | undefined;
  /** After the last replayed event: derives what is not journalled from the node as it is now; silent. */
  restored(node: StandingNode, state: StandingState): StandingState | undefined;
  /**
   * The fewest events which, replayed onto no state and `restored`, give this very state: what a snapshot keeps.
   * What is left of unknown queries is not among them.
   */
  condense(state: StandingState): readonly StandingEvent[];
}
