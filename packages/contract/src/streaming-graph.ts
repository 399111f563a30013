/**
 * The one class that a program embeds, and all that ingest, outputs and the gateway know of the graph. Behind
 * it shards live on worker threads, or, with `workers: 0`, in the caller's own thread.
 */
import type { CypherFunctionSource } from '@weir/cypher';
import type { NodeId, TimingSummary, WeirError } from '@weir/model';
import type { Lane, LaneDefinition } from './lane.js';
import type { ReaderPlaces } from './reader-places.js';
import type { QueryFacts, QueryOptions, QueryRun } from './query-run.js';
import type { StandingDefinition, StandingHandle } from './standing-handle.js';
import type { WorkerPlacement } from './worker-place.js';

export interface StreamingGraph {
  readonly shards: number;
  /** Threads beside the caller's; 0 is everything in the caller's thread. */
  readonly workers: number;
  readonly placement: WorkerPlacement;
  /** Processes that lend workers, and read sources beside this one. `undefined`: none ever does. */
  readonly readerPlaces: ReaderPlaces | undefined;
  readonly storeName: string;
  /** The store held data when the graph was opened. */
  readonly hadData: boolean;
  /**
   * While workers that ended or were stuck are replaced: which, and why. Calls reject with it meanwhile; lanes wait, and
   * results are delivered when the graph goes on, as after a crash of the process.
   */
  readonly outage: WeirError | undefined;
  /** What the store fails with now, where that is known without asking it for something. */
  readonly storeTrouble: WeirError | undefined;
  /**
   * Resolves, with the reason, if lost workers can't be replaced, because the store can't be opened or was in memory only.
   * `close` is all that is of use then.
   */
  readonly lost: Promise<WeirError>;

  /** Compiles without running. Rejects with a `cypher.*` error. */
  inspect(text: string, parameters?: readonly string[]): Promise<QueryFacts>;
  /** Compiles and starts a query. Rejects with a `cypher.*` error; run-time errors come from the rows. */
  query(text: string, options?: QueryOptions): Promise<QueryRun>;
  /** A query to be run over many batches of values, for ingest streams and query outputs. */
  openLane(definition: LaneDefinition): Promise<Lane>;

  /** Functions written in Cypher, known to every query, kept over restarts. */
  readonly functions: FunctionCatalogue;

  /** Compiles a pattern without registering it. @returns the columns of its results. Rejects with `standing.invalid-pattern` or `cypher.*`. */
  inspectStanding(query: string, mode: StandingDefinition['mode']): Promise<readonly string[]>;
  registerStanding(definition: StandingDefinition): Promise<StandingHandle>;
  standing(name: string): StandingHandle | undefined;
  listStanding(): readonly StandingHandle[];
  /** Names of those whose results wait in such numbers that ingest waits for their consumers. */
  standingThatHoldIngest(): Promise<readonly string[]>;
  /**
   * Shows the registered standing queries to nodes that were there before them.
   * @param includeSleeping wakes sleeping nodes too, `parallelism` at a time.
   */
  propagate(options?: { includeSleeping?: boolean; parallelism?: number }): Promise<void>;

  shardStatus(): Promise<readonly ShardStatus[]>;
  /** Sets limits on awake nodes; shards not named keep theirs. */
  /** Looks at every node in memory, some at a time; what changes meanwhile may count or not. */
  nodeCensus(): Promise<NodeCensus>;
  setShardLimits(limits: ReadonlyMap<number, ShardLimits>): Promise<void>;
  requestNodeSleep(id: NodeId): Promise<void>;

  /** What belongs to no shard: ingest streams, outputs, UI settings. Values are stored as msgpack. */
  readonly metadata: MetadataStore;

  /**
   * The graph as lines of JSON, in pieces of any length (transfer/transfer-lines.ts): nodes and edges, and nothing else.
   * @param atTime milliseconds since the Unix epoch; default: what is there while it is read.
   */
  exportLines(options?: { atTime?: number }): AsyncIterable<string>;
  /**
   * Adds what exported lines say to what is there. Doing it again changes nothing.
   * @param source the lines in UTF-8, in chunks of any size.
   * @returns how much was read, when it is durable.
   * @throws WeirError `request.invalid` with the number of a bad line; what is before it may have been imported.
   */
  importLines(source: AsyncIterable<Uint8Array>): Promise<{ readonly nodes: number; readonly edges: number }>;

  /**
   * A copy of everything stored, taken at one moment while the graph goes on, as a stream of bytes (see `restoreGraph`).
   * Has everything that was acknowledged when the first chunk is asked for; leaving the loop ends it.
   */
  backup(): AsyncIterable<Uint8Array>;

  /**
   * After a crash: lets the nodes tell each other again where they stand. Queries go on, and what they read of edges is
   * looked at first; ingest waits for it, half a minute at most. Does nothing when the last run ended cleanly, or when
   * called again.
   */
  recover(): Promise<void>;

  /** How far the recovery is, in words, while it is under way. */
  readonly recoveryState: string | undefined;

  /**
   * Resolves when nothing is under way any more: every effect applied and durable, every standing query
   * settled, every result taken. Does not end while records keep coming.
   */
  idle(): Promise<void>;

  /** Finishes what was accepted, makes it durable, stops the workers. */
  close(): Promise<void>;
}

export interface FunctionCatalogue {
  /** In the order in which they were defined. */
  list(): readonly CypherFunctionSource[];
  /**
   * Queries compiled from now on know the function. Its expression may use what is there before it.
   * Rejects with `function.exists`, `function.invalid`, or with `cypher.*` and a position in the expression.
   */
  define(source: CypherFunctionSource): Promise<void>;
  /**
   * What runs already (ingest streams, outputs) goes on with it until it is compiled again.
   * @returns what it was. Rejects with `function.not-found`, or with `function.in-use` while other functions call it.
   */
  remove(name: string): Promise<CypherFunctionSource>;
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
  /** Written shortly before a crash and not looked at since: see `StreamingGraph.recover`. */
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
