/** Operations on a graph that a program rarely needs: its shards and workers, its health, backup and transfer. */
import type { NodeId, TimingSummary, WeirError } from '@weir/model';
import type { QueryFacts } from './query-run.js';
import type { ReaderPlaces } from './reader-places.js';
import type { StandingMode } from './standing-handle.js';
import type { WorkerPlacement } from './worker-place.js';

export interface GraphAdmin {
  readonly shards: ShardAdmin;
  readonly workers: WorkerAdmin;
  readonly health: GraphHealth;
  /** Values that belong to no shard: ingest streams, outputs, UI settings. They are stored as msgpack. */
  readonly metadata: MetadataStore;

  /** Compiles a query without running it. Rejects with a `cypher.*` error. */
  inspect(text: string, parameters?: readonly string[]): Promise<QueryFacts>;
  /**
   * Compiles a pattern without registering it.
   * @returns the columns of its results. Rejects with `standing.invalid-pattern` or `cypher.*`.
   */
  inspectStanding(query: string, mode: StandingMode): Promise<readonly string[]>;
  /** Names of the standing queries with so many undelivered results that ingest waits for their consumers. */
  standingThatHoldIngest(): Promise<readonly string[]>;
  /**
   * Evaluates the registered standing queries on nodes that existed before them.
   * @param options `includeSleeping` wakes sleeping nodes too, `parallelism` at a time.
   */
  propagate(options?: { includeSleeping?: boolean; parallelism?: number }): Promise<void>;

  /**
   * The nodes and edges of the graph as lines of JSON, in chunks of any length (transfer/transfer-lines.ts).
   * @param options `atTime` in milliseconds since the Unix epoch; default: the state while it is read.
   */
  exportLines(options?: { atTime?: number }): AsyncIterable<string>;
  /**
   * Adds exported lines to the graph. Importing them again changes nothing.
   * @param source the lines in UTF-8, in chunks of any size.
   * @returns how much was read, when it is durable.
   * @throws WeirError `request.invalid` with the number of a bad line; the lines before it may have been imported.
   */
  importLines(source: AsyncIterable<Uint8Array>): Promise<{ readonly nodes: number; readonly edges: number }>;
  /**
   * A copy of everything stored, taken at one moment while the graph keeps running, as a stream of bytes (see
   * `restoreGraph`). Contains everything that was acknowledged when the first chunk is requested. Leaving the loop ends
   * the backup.
   */
  backup(): AsyncIterable<Uint8Array>;
  /**
   * After a crash: nodes send each other their state again. Queries keep running, and check the edges they read first.
   * Ingest waits for half a minute at most. Does nothing when the last run ended cleanly, or on a second call.
   */
  recover(): Promise<void>;
}

export interface ShardAdmin {
  readonly count: number;
  status(): Promise<readonly ShardStatus[]>;
  /** Visits every node in memory, a few at a time; changes made meanwhile may or may not count. */
  census(): Promise<NodeCensus>;
  /** Sets limits on awake nodes by shard number; other shards keep theirs. */
  setLimits(limits: ReadonlyMap<number, ShardLimits>): Promise<void>;
  /** Asks the shard of a node to put it to sleep. */
  sleepNode(id: NodeId): Promise<void>;
}

export interface WorkerAdmin {
  /** Threads beside the caller's; 0: everything runs in the caller's thread. */
  readonly count: number;
  readonly placement: WorkerPlacement;
  /** Processes that lend workers, and read sources beside this one. `undefined`: the graph borrows none. */
  readonly readerPlaces: ReaderPlaces | undefined;
}

export interface GraphHealth {
  readonly storeName: string;
  /** The store held data when the graph was opened. */
  readonly hadData: boolean;
  /**
   * The reason, while workers that ended or were stuck are replaced. Calls reject with it; lanes wait, and results are
   * delivered when the graph resumes, as after a crash of the process.
   */
  readonly outage: WeirError | undefined;
  /** The current failure of the store, if one is known without a request to the store. */
  readonly storeTrouble: WeirError | undefined;
  /**
   * Resolves with the reason if lost workers cannot be replaced, because the store cannot be opened or was in memory
   * only. Then only `close` is useful.
   */
  readonly lost: Promise<WeirError>;
  /** Progress of the recovery, in words; `undefined` while none is running. */
  readonly recoveryState: string | undefined;
}

export interface ShardLimits {
  readonly softLimit: number;
  readonly hardLimit: number;
}

export interface ShardStatus {
  readonly shard: number;
  readonly worker: number;
  readonly awakeNodes: number;
  /** Being read from the store, or waiting for room. */
  readonly wakingNodes: number;
  /** About: those that the store knows and that are not awake; purged ones may count. `undefined`: it can't tell. */
  readonly asleepNodes: number | undefined;
  /** Written shortly before a crash and not checked since: see `GraphAdmin.recover`. */
  readonly unsettledNodes: number;
  readonly limits: ShardLimits | undefined;
  /** Counters since start, by name. */
  readonly counters: Readonly<Record<string, number>>;
  readonly timings: {
    /** From the first read of a node to its being awake. */
    readonly woken: TimingSummary;
    /** Writing a group of changes to the store. */
    readonly written: TimingSummary;
  };
}

/** Nodes in memory, counted by how much they have: `1-7`, `8-127`, `128-2047`, `2048-16383`, `16384-infinity`. */
export interface NodeCensus {
  readonly properties: readonly number[];
  readonly edges: readonly number[];
  /** Messages that wait for a node. */
  readonly mailboxes: readonly number[];
}

export interface MetadataStore {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}
