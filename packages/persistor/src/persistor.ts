/**
 * The store of one shard: everything that outlives the process, and nothing else. A persistor knows bytes,
 * ids and times; what an entry or a snapshot means is the graph's business.
 *
 * Calls are made by one thread, the one that hosts the shard. Write another store by extending
 * `BasePersistor` and passing the exported conformance suite.
 */
import type { EventTime, MaybePromise, NodeId } from '@weir/model';

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

/** What is stored of one node: the newest snapshot not after the wanted time, and the entries after it. */
export interface StoredNode {
  readonly snapshot: Snapshot | undefined;
  /** In time order, all later than the snapshot, none later than the wanted time. */
  readonly journal: readonly { readonly time: EventTime; readonly bytes: Uint8Array }[];
}

export interface PersistorSupports {
  /** Data is there again after a restart. */
  readonly durable: boolean;
  /** `readNode` can answer for a past time. */
  readonly history: boolean;
  readonly snapshots: boolean;
}

export interface Persistor {
  readonly supports: PersistorSupports;

  /**
   * Appends entries and puts snapshots as one atomic group.
   * @returns when the group survives a crash of the process. Groups become durable in the order given.
   * @throws WeirError `store.failed`; then nothing of the group was written.
   */
  write(group: WriteGroup): Promise<void>;

  /**
   * What is stored of a node, as of a time (default: now); `undefined` if nothing was ever written for it.
   * Answers at once when it is known without reading.
   */
  readNode(id: NodeId, asOf?: EventTime): MaybePromise<StoredNode | undefined>;

  /** Every id ever written and not purged, each once, in no order; ids written meanwhile may be missing. */
  nodeIds(): AsyncIterable<readonly NodeId[]>;

  /** Forgets a node altogether. */
  purgeNode(id: NodeId): Promise<void>;

  putMetadata(key: string, value: Uint8Array): Promise<void>;
  getMetadata(key: string): Promise<Uint8Array | undefined>;
  deleteMetadata(key: string): Promise<void>;
  listMetadata(): Promise<ReadonlyMap<string, Uint8Array>>;

  /** Waits for writes under way, then lets go of everything. */
  close(): Promise<void>;
}

export interface WriteGroup {
  readonly journal: readonly JournalEntry[];
  readonly snapshots?: readonly { readonly id: NodeId; readonly snapshot: Snapshot }[];
}

/** Makes the persistors of one data directory. */
export interface PersistorFactory {
  /** `embedded`, `memory`, ... */
  readonly name: string;
  /**
   * @param partition `shard-0`, `shard-1`, ...; `meta` for what belongs to no shard.
   * @throws WeirError `store.locked`, `store.incompatible`, `store.damaged`, `store.failed`.
   */
  open(partition: string): Promise<Persistor>;
}
