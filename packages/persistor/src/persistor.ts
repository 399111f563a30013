/**
 * The store of one shard: everything that outlives the process, and nothing else. A persistor knows bytes,
 * ids and times; what an entry or a snapshot means is the graph's business.
 *
 * Calls are made by one thread, the one that hosts the shard. Write another store by extending
 * `BasePersistor` and passing the exported conformance suite.
 */
import type { EventTime, MaybePromise, NodeId, WeirError } from '@weir/model';
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
  /** The query's number. */
  readonly query: number;
  /** Chosen by the writer, increasing per query: the order in which they are read. */
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** A point in the order of writes, only good for the store that gave it, until that is closed. */
export type WriteMark = number & { readonly brand: 'write mark' };

/** Names an entry. */
export interface EntryKey {
  readonly id: NodeId;
  readonly time: EventTime;
}

/** A node of a group that was written lately. */
export interface RecentWrite {
  readonly id: NodeId;
  /** Of the entry or the snapshot. */
  readonly time: EventTime;
  /** An entry, not a snapshot. */
  readonly isEntry: boolean;
  /** The group, and all that was written before it, lies before this mark. */
  readonly end: WriteMark;
}

export interface StoredEntry {
  readonly time: EventTime;
  readonly bytes: Uint8Array;
}

/** What is stored of one node: the newest snapshot not after the wanted time, and the entries after it. */
export interface StoredNode {
  readonly snapshot: Snapshot | undefined;
  /** In time order, all later than the snapshot, none later than the wanted time. */
  readonly journal: readonly StoredEntry[];
}

/** One node of a walk over all of them. */
export interface ScannedNode {
  readonly id: NodeId;
  /** `undefined`: it was not wanted, or was purged meanwhile. */
  readonly stored: StoredNode | undefined;
}

export interface ScanOptions {
  /** Default: now. */
  readonly asOf?: EventTime;
  /** Asked shortly before a node is handed over: whether its content is wanted. Default: always. */
  isWanted?(id: NodeId): boolean;
}

export interface PersistorSupports {
  /** Data is there again after a restart. */
  readonly durable: boolean;
  /** `readNode` can answer for a past time. */
  readonly history: boolean;
  readonly snapshots: boolean;
  /** Results of standing queries are kept. */
  readonly results: boolean;
}

/** Nodes: their journals and snapshots. */
export interface NodeStorage {
  /**
   * About how many nodes there are: what can be told without reading, purged ones perhaps counted still. `undefined`:
   * nothing can.
   */
  readonly nodeCount: number | undefined;

  /**
   * What is stored of a node, as of a time (default: now); `undefined` if nothing was ever written for it.
   * Answers at once when it is known without reading.
   */
  readNode(id: NodeId, asOf?: EventTime): MaybePromise<StoredNode | undefined>;

  /**
   * What is stored of some nodes, each asked for once; those of which nothing is are missing. Faster than `readNode` of
   * each, above all where their ids lie close together in the order of the store.
   */
  readNodes(ids: readonly NodeId[]): Promise<ReadonlyMap<NodeId, StoredNode>>;

  /**
   * The entries of a node later than a time, in time order, whether a snapshot stands for them or not; those that were
   * folded are gone. Empty in a store without history.
   */
  readJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]>;

  /** Entries by their times, in the order asked for; `undefined` for one that is not there, having been folded, say. */
  readEntries(wanted: readonly EntryKey[]): Promise<readonly (Uint8Array | undefined)[]>;

  /** Every id ever written and not purged, each once, in no order; ids written meanwhile may be missing. */
  nodeIds(): AsyncIterable<readonly NodeId[]>;

  /**
   * Some of `nodeIds`, each once, chosen about evenly; at most `count`, and fewer if there are not many more. Costs what
   * is asked for, not what is stored, where the store can do that.
   * @param random from 0 to below 1.
   */
  sampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]>;

  /**
   * The nodes of `nodeIds` with what is stored of them, in batches of bounded size. A batch is read when it is asked
   * for and not before, so memory is bounded however slow the reader is; each node is as it was written at the latest
   * when the scan began, or as it was written since.
   */
  scanNodes(options?: ScanOptions): AsyncIterable<readonly ScannedNode[]>;

  /** Forgets a node altogether. */
  purgeNode(id: NodeId): Promise<void>;

  /**
   * Lets each snapshot take the place of its node's history up to the snapshot's time, that time included: entries
   * and older snapshots are deleted. All of it is one atomic group, in the order of `write`. What a node was before
   * the snapshot can't be read any more; a store without snapshots changes nothing.
   * At most one snapshot per node.
   */
  foldHistory(snapshots: readonly NodeSnapshot[]): Promise<void>;
}

/** Durable writes, and which of them a crash may have interrupted. */
export interface WriteStorage {
  /**
   * Appends entries, puts snapshots and results as one atomic group.
   * @returns when the group survives a crash of the process. Groups become durable in the order given.
   * @throws WeirError `store.failed`; then nothing of the group was written.
   */
  write(group: WriteGroup): Promise<void>;

  /** Everything acknowledged until now lies before the mark. */
  markWrites(): WriteMark;

  /**
   * What was written and not forgotten since: what a crash may have caught in the middle. One array for each group, in
   * the order written; there may be more, of purged nodes too. Nothing in a store that is not durable.
   */
  recentWrites(): AsyncIterable<readonly RecentWrite[]>;

  /** What was written before the mark is no longer recent. */
  forgetRecent(before: WriteMark): Promise<void>;

  /**
   * For backups: resolves when nothing is being written any more; groups and folds accepted later wait for the
   * release, or until the store is closed.
   */
  holdWrites(): Promise<WriteHold>;
}

/** Results of standing queries. */
export interface ResultStorage {
  /**
   * Results of a query with a sequence greater than `after` (default: all), in order of sequence, in batches.
   * @param perRead so many are read from a disk at a time.
   */
  readResults(query: number, after?: number, perRead?: number): AsyncIterable<readonly StoredResults[]>;

  /** First and last sequence stored of a query's results; `undefined` when there are none. */
  resultBounds(query: number): Promise<ResultBounds | undefined>;

  /** Deletes results of a query up to a sequence, that included; default all. */
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
   * Which owner of the data this is, in a store that several processes can reach: to be given to `open` for the other
   * partitions. `undefined` in a store that only one process can open.
   */
  readonly term: number | undefined;

  /** What the store fails with now, where that is known without asking it for something. */
  readonly trouble: WeirError | undefined;

  /**
   * Resolves when another process has taken the data over (`store.taken-over`), the store has less than it acknowledged
   * (`store.damaged`), or its directory was deleted, moved or replaced (`store.missing`): writes fail with that from then
   * on.
   */
  readonly lost: Promise<WeirError>;

  /** Waits for writes under way, then lets go of everything. */
  close(): Promise<void>;
}

export interface WriteGroup {
  readonly journal: readonly JournalEntry[];
  readonly snapshots?: readonly NodeSnapshot[];
  /**
   * Each snapshot of the group takes the place of the last one before it of the same node, so that a store always
   * written so keeps one per node; at most one per node in the group. Costs a read per snapshot.
   */
  readonly replacesSnapshots?: boolean;
  readonly results?: readonly StoredResults[];
}

export interface ResultBounds {
  readonly first: number;
  readonly last: number;
}

/** Makes the persistors of one data directory. */
export interface PersistorFactory {
  /** `embedded`, `memory`, ... */
  readonly name: string;
  /**
   * @param partition `shard-0`, `shard-1`, ...; `meta` for what belongs to no shard.
   * @param mustExist a partition that is not there is `store.damaged` instead of a new one; for durable stores.
   * @param term of the owner that opened `meta`; older owners are refused.
   * @param signal nobody wants it any more: a store that others can take does not take it from them.
   * @throws WeirError `store.locked`, `store.incompatible`, `store.damaged`, `store.failed`, `store.taken-over`.
   */
  open(partition: string, mustExist?: boolean, term?: number, signal?: AbortSignal): Promise<Persistor>;
  /** Of a store that is somewhere else. */
  probe?(): StoreProbe;
}

/** Whether a store answers, which is asked without taking anything of it. */
export interface StoreProbe {
  /** To be called again when it has settled. Rejects with `store.failed` when it does not answer. */
  ask(): Promise<void>;
  /** At any time; an answer that is waited for may not come. */
  close(): Promise<void>;
}
