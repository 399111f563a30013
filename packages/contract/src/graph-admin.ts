/** Operations on a graph that a program rarely needs: its shards and workers, its health, backup and transfer. */
import type { GraphCatalog } from '@weir/cypher';
import type { NodeId } from '@weir/model';
import type { TimingSummary, WeirError } from '@weir/platform';
import type { QueryFacts } from './query-run.js';
import type { ReaderProcesses } from './reader-processes.js';
import type { StandingMode } from './standing-handle.js';
import type { WorkerPlacement } from './worker-location.js';

export interface GraphAdmin {
  readonly shards: ShardAdmin;
  readonly workers: WorkerAdmin;
  readonly health: GraphHealth;
  readonly transfer: GraphTransfer;
  /** Values that belong to no shard: ingest streams, outputs, UI settings. They are stored as msgpack. */
  readonly metadata: MetadataStore;

  /** Compiles a query without running it. Rejects with a `cypher.*` error. */
  inspect(text: string, parameters?: readonly string[]): Promise<QueryFacts>;
  /**
   * Compiles a pattern without registering it.
   * @returns the columns of its results. Rejects with `standing.invalid-pattern` or `cypher.*`.
   */
  inspectStanding(query: string, mode: StandingMode): Promise<readonly string[]>;
  /** Durations of ad hoc queries since this process started, by outcome. They include the time that readers took. */
  queryTimes(): QueryTimeSummaries;
  /** Names of the standing queries with so many undelivered results that ingest waits for their consumers. */
  standingThatHoldIngest(): Promise<readonly string[]>;
  /**
   * Evaluates the registered standing queries on nodes that were written before the queries were registered.
   * @param options `includeSleeping` also wakes sleeping nodes, `parallelism` at a time.
   */
  propagate(options?: { includeSleeping?: boolean; parallelism?: number }): Promise<void>;

  /**
   * Makes nodes send each other their state again after a crash. Queries keep running and check the edges they read
   * first. Ingest waits for half a minute at most. Does nothing if the last run ended cleanly, or on a second call.
   */
  recover(): Promise<void>;
}

export type QueryOutcome = 'completed' | 'failed' | 'timeout' | 'cancelled';
export type QueryTimeSummaries = Readonly<Record<QueryOutcome, TimingSummary>>;

export interface ShardAdmin {
  readonly count: number;
  status(): Promise<readonly ShardStatus[]>;
  /** Counts every node in memory, a few at a time. Changes made meanwhile may or may not be included. */
  census(): Promise<NodeCensus>;
  /** Labels, edge types and property keys of the whole graph, with counts that are kept while it is written. */
  catalog(): Promise<GraphCatalog>;
  /** Sets limits on awake nodes by shard number; other shards keep theirs. */
  setLimits(limits: ReadonlyMap<number, ShardLimits>): Promise<void>;
  /** Asks the shard of a node to put it to sleep; a node with pending work stays awake. */
  sleepNode(id: NodeId): Promise<void>;
}

export interface WorkerAdmin {
  /** Threads in addition to the caller's. 0: everything runs in the caller's thread. */
  readonly count: number;
  readonly placement: WorkerPlacement;
  /** Processes that lend workers and can also read sources. `undefined`: the graph borrows no workers. */
  readonly readerProcesses: ReaderProcesses | undefined;
}

/** The whole graph as bytes or lines. */
export interface GraphTransfer {
  /**
   * Exports the nodes and edges of the graph as lines of JSON, in chunks of any length (transfer/transfer-lines.ts).
   * @param options `atTime` in milliseconds since the Unix epoch; default: the current state, read while the graph
   * keeps running.
   */
  exportLines(options?: { atTime?: number }): AsyncIterable<string>;
  /**
   * Adds exported lines to the graph. Importing them again changes nothing.
   * @param source the lines in UTF-8, in chunks of any size.
   * @returns how much was read, once it is durable.
   * @throws WeirError `request.invalid` with the number of a bad line; the lines before it may have been imported.
   */
  importLines(source: AsyncIterable<Uint8Array>): Promise<{ readonly nodes: number; readonly edges: number }>;
  /**
   * Returns a copy of everything stored, taken at one moment while the graph keeps running, as a stream of bytes (see
   * `restoreGraph`). The copy contains everything that was acknowledged when the first chunk is requested. Leaving the
   * loop ends the backup.
   */
  backup(): AsyncIterable<Uint8Array>;
}

export interface GraphHealth {
  readonly storeName: string;
  /** The store held data when the graph was opened. */
  readonly hadData: boolean;
  /**
   * The reason, while workers that ended or were stuck are being replaced. Meanwhile calls reject with it and lanes
   * wait. When the graph resumes, results are delivered as after a crash of the process.
   */
  readonly outage: WeirError | undefined;
  /** The current failure of the store, if one is known without querying the store. */
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
  /** Nodes that are being read from the store or wait for room in memory. */
  readonly wakingNodes: number;
  /**
   * Approximate number of stored nodes that are not awake; may include purged ones. `undefined`: the store does not
   * know.
   */
  readonly asleepNodes: number | undefined;
  /** Nodes that were written shortly before a crash and not checked since: see `GraphAdmin.recover`. */
  readonly unsettledNodes: number;
  readonly limits: ShardLimits | undefined;
  /** Counters since start, by name. */
  readonly counters: Readonly<Record<string, number>>;
  readonly timings: {
    /** Time from the first read of a node until it is awake. */
    readonly woken: TimingSummary;
    /** Time to write a group of changes to the store. */
    readonly written: TimingSummary;
  };
}

/** Counts of nodes in memory by size: `1-7`, `8-127`, `128-2047`, `2048-16383`, `16384-infinity`. */
export interface NodeCensus {
  readonly properties: readonly number[];
  readonly edges: readonly number[];
  /** Messages waiting for a node. */
  readonly mailboxes: readonly number[];
}

export interface MetadataStore {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}
