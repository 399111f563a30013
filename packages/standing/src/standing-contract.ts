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
import type { Direction, HalfEdge, NodeId, StandingEvent, Value, ValueMap } from '@weir/model';

/** Which record of which stream caused a change; `undefined` unless somebody asked for provenance. */
export interface Origin {
  readonly stream: string;
  /** The record's position in its stream, 0-based. */
  readonly position: number;
}

/**
 * A set of records, as a value that can stand in a row: `[stream, position, stream, position, ...]`, sorted by stream
 * and position, each once; ends in `true` if records were left out. Sets are never changed.
 */
export type OriginSet = readonly (string | number | boolean)[];

/** Values that a pattern node reports of one match, by column. */
export type StandingRow = readonly Value[];

export interface Delta {
  /** Replaces all rows that this sender reported before. */
  readonly reset: boolean;
  /** Where rows are counted (plans of kind `rows`), each ends in its count; one that goes away has a negative one. */
  readonly added: readonly StandingRow[];
  readonly removed: readonly StandingRow[];
  readonly origin: Origin | undefined;
  /** Caused by showing a query to a node that was there before it, not by new data. Absent: false. */
  readonly initial?: boolean;
}

/** The graph node on which pattern nodes are evaluated, as the engine sees it. Values are not to be changed. */
export interface StandingNode {
  readonly id: NodeId;
  /** Something was written to it and it was not deleted since. */
  readonly exists: boolean;
  property(key: string): Value | undefined;
  hasLabel(label: string): boolean;
  labels(): readonly string[];
  /** Nodes at the other end of matching half edges; `label` `undefined` is any, `direction` likewise. */
  neighbours(label: string | undefined, direction: Direction | undefined): Iterable<NodeId>;
  hasEdge(label: string, direction: Direction, other: NodeId): boolean;
  edgeCount(label: string | undefined, direction: Direction | undefined): number;
  /** All properties. */
  properties(): ValueMap;
  /** Of the edge that a half edge belongs to. */
  propertiesOfEdge(label: string, direction: Direction, other: NodeId): ValueMap;
  /** All half edges, or those to one node. */
  edgesWith(other: NodeId | undefined): Iterable<HalfEdge>;
}

/** What one message changed on a node, given to the engine after the change. */
export interface NodeChange {
  /** Keys set to another value or removed. */
  readonly properties: readonly string[];
  /** Labels added or removed. */
  readonly labels: readonly string[];
  readonly edgesAdded: readonly HalfEdge[];
  readonly edgesRemoved: readonly HalfEdge[];
  /** Edges of which a property was set to another value or removed. Absent: none. */
  readonly edgesChanged?: readonly HalfEdge[];
  /** The same by the record that did it, oldest first. Absent unless the engine tracks origins. */
  readonly writings?: readonly Writing[] | undefined;
}

/** What one record changed on a node; `origin` `undefined`: no record did. */
export interface Writing extends Omit<NodeChange, 'writings'> {
  readonly origin: Origin | undefined;
}

/** From a node to another one (or to itself). `query` is the standing query's number. */
export type StandingMessage =
  | {
      readonly kind: 'subscribe';
      readonly query: number;
      readonly patternNode: number;
      /** As in `Delta`: what caused it goes with it, and comes back with the answer. */
      readonly origin?: Origin | undefined;
      readonly initial?: boolean;
    }
  | { readonly kind: 'cancel'; readonly query: number; readonly patternNode: number }
  /** After a crash, whether the other node is still subscribed to this one's pattern node: if it should be, it subscribes again. */
  | { readonly kind: 'ask'; readonly query: number; readonly patternNode: number }
  /** `patternNode` is the child that reports; its parent is known from the plan. */
  | { readonly kind: 'report'; readonly query: number; readonly patternNode: number; readonly delta: Delta };

/** A match that began or ended. */
export interface StandingResult {
  readonly query: number;
  readonly root: NodeId;
  readonly isPositiveMatch: boolean;
  readonly isInitialResult: boolean;
  /** The same on the match and on its cancellation. A UUID. */
  readonly resultId: string;
  /** Column to value, in the order of the query's RETURN. */
  readonly row: StandingRow;
  /** What completed or ended the match. */
  readonly origin: Origin | undefined;
  /** Of a match of a query that tracks origins: what wrote the pieces that it consists of. */
  readonly origins?: OriginSet | undefined;
}

/** Another id for a result. */
export interface ResultName {
  readonly resultId: string;
  readonly row: StandingRow;
  readonly name: string;
}

export interface StandingEffects {
  /** Messages from this node to `to` keep their order. */
  send(to: NodeId, message: StandingMessage): void;
  result(result: StandingResult): void;
  /** To be journalled with the message that caused it, and given back to `replay` after a restart. */
  journal(event: StandingEvent): void;
  /** A fresh UUID for a match. */
  resultId(): string;
}

/** Watches what goes into and out of pattern nodes: tests, the live inspector, "why does this not match?". */
export interface StandingRecorder {
  changed(node: NodeId, change: NodeChange): void;
  received(node: NodeId, from: NodeId, message: StandingMessage): void;
  sent(node: NodeId, to: NodeId, message: StandingMessage): void;
  reported(result: StandingResult): void;
}

export const NO_RECORDER: StandingRecorder = {
  changed: () => undefined,
  received: () => undefined,
  sent: () => undefined,
  reported: () => undefined,
};

/**
 * The state of all standing queries on one node. Made by the engine when a node first needs one; a node that
 * can match nothing has none.
 */
export interface StandingState {
  /** Nothing is left in it: the node may drop it. */
  readonly isEmpty: boolean;
}

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
