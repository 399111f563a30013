/**
 * The store of one shard: everything that outlives the process, and nothing else. A persistor handles bytes, ids and
 * times; the meaning of entries and snapshots is left to the graph.
 *
 * All calls are made by one thread, which hosts the shard. To add a store, extend `BasePersistor` and pass the exported
 * conformance suite.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { MaybePromise, WeirError } from '@weir/platform';
import type { WriteHold } from './store-cut.js';

/** All events of one message to one node, encoded. */
export interface JournalEntry {
  readonly id: NodeId;
  /** Strictly increasing per node. */
  readonly time: EventTime;
  readonly bytes: Uint8Array;
}

export interface Snapshot {
  readonly time: EventTime;
  readonly bytes: Uint8Array;
}

export interface NodeSnapshot {
  readonly id: NodeId;
  readonly snapshot: Snapshot;
}

/** Some results of one standing query, encoded. */
export interface StoredResults {
  readonly query: number;
  /** Chosen by the writer and increasing per query; results are read in this order. */
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** A point in the order of writes. Valid only for the store instance that created it, until it is closed. */
export type WriteMark = number & { readonly brand: 'write mark' };

export interface EntryKey {
  readonly id: NodeId;
  readonly time: EventTime;
}

/** A recently written node of a group. */
export interface RecentWrite {
  readonly id: NodeId;
  /** Time of the entry or the snapshot. */
  readonly time: EventTime;
  /** True for an entry, false for a snapshot. */
  readonly isEntry: boolean;
  /** Mark after the group and everything written before it. */
  readonly end: WriteMark;
}

export interface StoredEntry {
  readonly time: EventTime;
  readonly bytes: Uint8Array;
}

/** Stored state of one node: the newest snapshot not after the requested time, and the entries after it. */
export interface StoredNode {
  readonly snapshot: Snapshot | undefined;
  /** In time order, all later than the snapshot and not later than the requested time. */
  readonly journal: readonly StoredEntry[];
}

/** One node of a walk over all of them. */
export interface ScannedNode {
  readonly id: NodeId;
  /** `undefined`: the content was not wanted, or the node was purged meanwhile. */
  readonly stored: StoredNode | undefined;
}

export interface ScanOptions {
  /** Default: now. */
  readonly asOf?: EventTime;
  /** Called shortly before a node is returned. Whether its content is wanted. Default: always. */
  isWanted?(id: NodeId): boolean;
}

export interface PersistorSupports {
  /** Whether data survives a restart. */
  readonly durable: boolean;
  /** Whether `readNode` supports past times. */
  readonly history: boolean;
  readonly snapshots: boolean;
  /** Whether results of standing queries are kept. */
  readonly results: boolean;
}

/** Nodes: their journals and snapshots. */
export interface NodeStorage {
  /** Approximate number of nodes, as far as known without a read; may include purged ones. `undefined`: unknown. */
  readonly nodeCount: number | undefined;

  /**
   * Returns the stored state of a node, as of a time (default: now); `undefined` if the node was never written.
   * Synchronous if the answer is known without a read. A store may combine reads that start in the same turn of the
   * event loop.
   */
  readNode(id: NodeId, asOf?: EventTime): MaybePromise<StoredNode | undefined>;

  /**
   * Returns the entries of a node later than a time, in time order, even if a snapshot covers them. Folded entries are
   * omitted. Empty in a store without history.
   */
  readJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]>;

  /**
   * Returns entries by their times, in the requested order; `undefined` for a missing entry, which may have been
   * folded.
   */
  readEntries(wanted: readonly EntryKey[]): Promise<readonly (Uint8Array | undefined)[]>;

  /**
   * Yields every id that was ever written and not purged, each once, in no order. Ids written meanwhile may be missing.
   */
  nodeIds(): AsyncIterable<readonly NodeId[]>;

  /**
   * Returns distinct ids of `nodeIds`, sampled approximately uniformly: at most `count`, and fewer if there are not
   * many more. If the store can do that, the cost depends on `count`, not on the number of nodes.
   * @param random returns 0 to below 1.
   */
  sampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]>;

  /**
   * Yields the nodes of `nodeIds` with their stored state, in batches of bounded size. A batch is read only on request,
   * so memory is bounded however slow the reader is. Each node is returned in the state when the scan started, or a
   * later one.
   */
  scanNodes(options?: ScanOptions): AsyncIterable<readonly ScannedNode[]>;

  /** Removes a node and its history. */
  purgeNode(id: NodeId): Promise<void>;

  /**
   * Replaces the history of each snapshot's node with the snapshot, up to and including its time: entries and older
   * snapshots are deleted. The fold is one atomic group, in order with `write`. Earlier states of the node can no
   * longer be read. A store without snapshots changes nothing. At most one snapshot per node.
   */
  foldHistory(snapshots: readonly NodeSnapshot[]): Promise<void>;
}

/** Durable writes, and the record of writes that a crash may have interrupted. */
export interface WriteStorage {
  /**
   * Writes entries, snapshots and results as one atomic group.
   * @returns when the group survives a crash of the process. Groups become durable in the order given.
   * @throws WeirError `store.failed`; then nothing of the group was written.
   */
  write(group: WriteGroup): Promise<void>;

  /** Returns a mark after everything acknowledged so far. */
  markWrites(): WriteMark;

  /**
   * Yields nodes that were written and not forgotten since, which a crash may have interrupted. One array for each
   * group, in the order written; may include more, and purged nodes. Empty if the store is not durable.
   */
  recentWrites(): AsyncIterable<readonly RecentWrite[]>;

  /** Forgets writes before the mark, so that they do not count as recent. */
  forgetRecent(before: WriteMark): Promise<void>;

  /**
   * For backups: resolves when all writes in flight have completed. Groups and folds accepted later wait until the
   * release, or until the store is closed.
   */
  holdWrites(): Promise<WriteHold>;
}

/** Results of standing queries. */
export interface ResultStorage {
  /**
   * Yields results of a query with a sequence greater than `after` (default: all), in order of sequence, in batches.
   * @param perRead number of results to read from the disk at a time.
   */
  readResults(query: number, after?: number, perRead?: number): AsyncIterable<readonly StoredResults[]>;

  /** Returns the first and last stored sequence of a query's results; `undefined` if it has none. */
  resultBounds(query: number): Promise<ResultBounds | undefined>;

  /** Deletes results of a query up to and including a sequence; default all. */
  deleteResults(query: number, upTo?: number): Promise<void>;
}

/** Values by key. */
export interface MetadataStorage {
  putMetadata(key: string, value: Uint8Array): Promise<void>;

  getMetadata(key: string): Promise<Uint8Array | undefined>;

  deleteMetadata(key: string): Promise<void>;

  listMetadata(): Promise<ReadonlyMap<string, Uint8Array>>;
}

export interface Persistor extends NodeStorage, WriteStorage, ResultStorage, MetadataStorage {
  readonly supports: PersistorSupports;

  /**
   * Number of the current owner of the data, in a store that several processes can reach. Pass it to `open` for the
   * other partitions. `undefined` in a store that only one process can open.
   */
  readonly term: number | undefined;

  /** Current failure of the store, if it is known without a request. */
  readonly trouble: WeirError | undefined;

  /**
   * Resolves when another process has taken over the data (`store.taken-over`), the store has less than it acknowledged
   * (`store.damaged`), or its directory was deleted, moved or replaced (`store.missing`). Writes fail with that error
   * from then on.
   */
  readonly lost: Promise<WeirError>;

  /** Waits for writes in flight, then releases all resources. */
  close(): Promise<void>;
}

export interface WriteGroup {
  readonly journal: readonly JournalEntry[];
  readonly snapshots?: readonly NodeSnapshot[];
  /**
   * Each snapshot of the group replaces the previous one of the same node, so a store that is always written this way
   * keeps one per node. At most one snapshot per node in the group. Costs a read per snapshot. The embedded store can
   * apply such groups again, in their order, and loses nothing.
   */
  readonly replacesSnapshots?: boolean;
  readonly results?: readonly StoredResults[];
}

export interface ResultBounds {
  readonly first: number;
  readonly last: number;
}

/** Opens the persistors of one data directory. */
export interface PersistorFactory {
  /** `embedded`, `memory`, ... */
  readonly name: string;
  /**
   * @param partition `shard-0`, `shard-1`, ...; `meta` for data that belongs to no shard.
   * @param mustExist if the partition is missing, fail with `store.damaged` instead of creating it; for durable stores.
   * @param term of the owner that opened `meta`; older owners are rejected.
   * @param signal cancels the call: a store that supports takeover is then not taken from its owner.
   * @throws WeirError `store.locked`, `store.incompatible`, `store.damaged`, `store.failed`, `store.taken-over`.
   */
  open(partition: string, mustExist?: boolean, term?: number, signal?: AbortSignal): Promise<Persistor>;
  /** For a remote store. */
  probe?(): StoreProbe;
}

/** Checks whether a store answers, without acquiring it. */
export interface StoreProbe {
  /** May be called again after it has settled. Rejects with `store.failed` if the store does not answer. */
  check(): Promise<void>;
  /** May be called at any time; a pending `check` may then never settle. */
  close(): Promise<void>;
}
