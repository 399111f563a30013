/**
 * The query engine's interface to the graph. A query runs in one `GraphSession`; the graph behind it may be in this
 * thread, in other threads, or a past state.
 *
 * Order: the requests of a session to one node are processed in order, so a read sees every effect that the session
 * sent before it. Nothing else is ordered. Effects are collected and sent in batches, one message per owner: `flush`
 * sends them, and every read flushes first.
 */
import type { GraphCatalog } from './graph-catalog.js';
import type { Direction, NodeId, Value, ValueMap } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { NodeInspection } from './node-inspection.js';
import type { ExpandedEdge, NodeView } from './node-view.js';

/** Parts of each node that a scan returns. */
export interface ScanRequest {
  /** Parts of the views; a bit set of `ReadPart`. */
  readonly parts: number;
  /** With `ReadPart.Properties`: the required keys; the views may lack others. `undefined`: all. */
  readonly keys?: readonly string[] | undefined;
  /** Whether found nodes will soon be read again by id, or expanded. */
  readonly again?: boolean;
}

export interface ExpandRequest {
  readonly nodes: readonly NodeId[];
  /** `undefined` accepts either. */
  readonly direction: Direction | undefined;
  /** `undefined` accepts any. */
  readonly labels: readonly string[] | undefined;
  /** For each of `nodes`, the required node at the other end; `undefined` accepts any. */
  readonly others?: readonly (NodeId | undefined)[];
  /** Maximum number of half-edges per node. */
  readonly limit?: number;
  /** Index of the first half-edge of each node (0 is the newest), to page through a node with very many. */
  readonly offset?: number;
}

/** An operation that a node performs atomically on one of its properties; it returns the new value. */
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

/** Writes without an answer. An effect that changes nothing is a no-op. */
export interface GraphEffects {
  /**
   * Attributes the following effects to this argument row, of several that run together. Rows are units: effects that
   * are sent together take effect row by row, in the order of these numbers.
   */
  beginRow(number: number): void;

  /** The node exists from now on, even without data. */
  createNode(node: NodeId): void;
  /** `null` removes the property. */
  setProperty(node: NodeId, key: string, value: Value): void;
  /** Sets each entry; a `null` entry removes. The map must not be changed afterwards. */
  mergeProperties(node: NodeId, properties: ValueMap): void;
  /** Replaces all properties with these; labels are unchanged. The map must not be changed afterwards. */
  replaceProperties(node: NodeId, properties: ValueMap): void;
  addLabels(node: NodeId, labels: readonly string[]): void;
  removeLabels(node: NodeId, labels: readonly string[]): void;
  createEdge(start: NodeId, label: string, end: NodeId, properties?: ValueMap): void;
  deleteEdge(start: NodeId, label: string, end: NodeId): void;
  /** `null` removes the property. */
  setEdgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void;
  /**
   * Deletes a node; with `detach` also its edges. Without `detach`, if the node has edges when the message arrives,
   * `settled` rejects with `cypher.constraint-violation`.
   */
  deleteNode(node: NodeId, detach: boolean): void;
}

/** Reads of nodes and edges. Results are in the order of the requested ids. */
export interface GraphReads {
  readNodes(nodes: readonly NodeId[], parts: number): MaybePromise<readonly NodeView[]>;
  expand(request: ExpandRequest): MaybePromise<readonly (readonly ExpandedEdge[])[]>;
  /**
   * Every existing node, each once, in batches, in no particular order. Leave the loop to stop early. A view includes
   * everything that the session wrote before the scan began, and may lack later writes.
   */
  scan(request: ScanRequest): AsyncIterable<readonly NodeView[]>;
  /** Up to `count` nodes in memory, spread over the shards. */
  recentNodes(count: number): MaybePromise<readonly NodeId[]>;
  /** Contents of the present graph, also in a session of the past. Includes everything that the session wrote. */
  catalog(): MaybePromise<GraphCatalog>;
}

/** Requests to single nodes that are more than a read or an effect. */
export interface NodeRequests {
  /** One operation on each node; returns the new values. Rejects with `cypher.type-mismatch`. */
  operate(nodes: readonly NodeId[], operations: readonly NodeOperation[]): MaybePromise<readonly Value[]>;
  inspect(node: NodeId): MaybePromise<NodeInspection>;
  /** Requests a node to leave memory. @returns whether it does: not while it has work in progress. */
  sleep(node: NodeId): MaybePromise<boolean>;
  /**
   * Deletes a node as `GraphEffects.deleteNode` does (the half-edges at other nodes remain), and its stored history. Resolves when
   * that is durable.
   */
  purge(node: NodeId): MaybePromise<void>;
}

export interface GraphSession {
  /** Milliseconds since the Unix epoch if the session reads the past, where every effect is rejected. */
  readonly atTime: number | undefined;
  readonly effects: GraphEffects;
  readonly reads: GraphReads;
  readonly nodes: NodeRequests;

  /** Sends the collected effects. */
  flush(): void;
  /**
   * Resolves when all writes of this session are durable. Rejects with the first effect that failed. Call once, at the
   * end; returns immediately if nothing was written.
   */
  settled(): MaybePromise<void>;
}
