/**
 * All that the query engine knows of the graph. A query runs in one `GraphSession`; the graph behind it may
 * be in this thread, in other threads, or a past state.
 *
 * Order: what a session asks of one node happens in the order asked, so a read sees every effect that the
 * session sent before it. Nothing else is ordered. Effects are gathered and travel in batches, one message per
 * owner: `flush` sends them, every read flushes first.
 */
import type { Direction, MaybePromise, NodeId, Value, ValueMap } from '@weir/model';
import type { NodeInspection } from './node-inspection.js';
import type { ExpandedEdge, NodeView } from './node-view.js';

/** What a scan brings of each node. */
export interface ScanRequest {
  /** Of the views; a bit set of `ReadPart`. */
  readonly parts: number;
  /** With `ReadPart.Properties`: the keys that count; the views may lack others. `undefined`: all. */
  readonly keys?: readonly string[] | undefined;
  /** Whether what the scan finds will be read again by id, or expanded, soon after. */
  readonly again?: boolean;
}

export interface ExpandRequest {
  readonly nodes: readonly NodeId[];
  /** `undefined` is either. */
  readonly direction: Direction | undefined;
  /** `undefined` is any. */
  readonly labels: readonly string[] | undefined;
  /** For each of `nodes`, the only node at the other end that counts; `undefined` is any. */
  readonly others?: readonly (NodeId | undefined)[];
  /** At most so many half edges per node... */
  readonly limit?: number;
  /** ...beginning at this one of each (0 is the newest): how a reader pages through a node with very many. */
  readonly offset?: number;
}

/** What a node does atomically to one of its properties, answering with the new value. */
export type NodeOperation =
  | {
      readonly kind: 'add-integer';
      readonly key: string;
      readonly amount: number | bigint;
      readonly caller: string;
    }
  | { readonly kind: 'add-float'; readonly key: string; readonly amount: Value; readonly caller: string }
  | {
      readonly kind: 'insert';
      readonly key: string;
      readonly elements: readonly Value[];
      readonly caller: string;
    };

export interface GraphSession {
  /** Milliseconds since the Unix epoch when the session reads the past, where every effect is refused. */
  readonly atTime: number | undefined;

  // Effects. Each is a no-op where it would change nothing.

  /**
   * The effects that follow are by this argument row, of several that run together. Rows are units: effects that are
   * sent together take effect row after row, in the order of these numbers.
   */
  beginRow(number: number): void;

  /** The node exists from now on, even with nothing on it. */
  createNode(node: NodeId): void;
  /** `null` removes. */
  setProperty(node: NodeId, key: string, value: Value): void;
  /** Sets each entry; a `null` entry removes. The map must not be changed afterwards. */
  mergeProperties(node: NodeId, properties: ValueMap): void;
  /** Properties are exactly these from now on; labels stay. The map must not be changed afterwards. */
  replaceProperties(node: NodeId, properties: ValueMap): void;
  addLabels(node: NodeId, labels: readonly string[]): void;
  removeLabels(node: NodeId, labels: readonly string[]): void;
  createEdge(start: NodeId, label: string, end: NodeId, properties?: ValueMap): void;
  deleteEdge(start: NodeId, label: string, end: NodeId): void;
  /** `null` removes. */
  setEdgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void;
  /**
   * Deletes a node; with `detach` also its edges. Without, a node that has edges when the message arrives
   * makes `settled` reject with `cypher.constraint-violation`.
   */
  deleteNode(node: NodeId, detach: boolean): void;

  // Reads. Arrays answer in the order of the ids asked for.

  readNodes(nodes: readonly NodeId[], parts: number): MaybePromise<readonly NodeView[]>;
  expand(request: ExpandRequest): MaybePromise<readonly (readonly ExpandedEdge[])[]>;
  /**
   * Every existing node, each once, in batches, in no order. Stop early by leaving the loop. A view shows everything
   * that the session wrote before the scan began, and may lack what was written since.
   */
  scan(request: ScanRequest): AsyncIterable<readonly NodeView[]>;
  /** Up to `count` nodes that are awake, spread over the shards. */
  recentNodes(count: number): MaybePromise<readonly NodeId[]>;
  /** One operation on each node; answers the new values. Rejects with `cypher.type-mismatch`. */
  operate(nodes: readonly NodeId[], operations: readonly NodeOperation[]): MaybePromise<readonly Value[]>;

  /** Everything that is known of a node. */
  inspectNode(node: NodeId): MaybePromise<NodeInspection>;
  /** Asks a node to leave memory. @returns whether it does: not while it has something under way. */
  sleepNode(node: NodeId): MaybePromise<boolean>;
  /**
   * Deletes a node as `deleteNode` does (its edges' other halves stay), and all that is stored of its past.
   * Resolves when that is durable.
   */
  purgeNode(node: NodeId): MaybePromise<void>;

  /** Sends what has been gathered. */
  flush(): void;
  /**
   * Everything this session has written is durable. Rejects with the first effect that failed.
   * Call once, at the end; answers at once when nothing was written.
   */
  settled(): MaybePromise<void>;
}
