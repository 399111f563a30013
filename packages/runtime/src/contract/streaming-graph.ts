/**
 * The one class that a program embeds, and all that ingest, outputs and the gateway know of the graph. Behind
 * it shards live on worker threads, or, with `workers: 0`, in the caller's own thread.
 */
import type { CypherFunctionSource, PlanDescription, Row } from '@weir/cypher';
import type { PersistenceOptions } from '@weir/graph';
import type { PersistorOptions } from '@weir/persistor';
import type { NodeId, Value, ValueMap, WeirError } from '@weir/model';
import type { ModuleReference } from './module-reference.js';
import type { ResultLogOptions, StandingDefinition, StandingHandle } from './standing-handle.js';

export type * from './standing-handle.js';

export interface StreamingGraph {
  readonly shards: number;
  /** Threads beside the caller's; 0 is everything in the caller's thread. */
  readonly workers: number;
  readonly storeName: string;
  /** The store held data when the graph was opened. */
  readonly hadData: boolean;

  /** Compiles without running. Rejects with a `cypher.*` error. */
  inspect(text: string, parameters?: readonly string[]): Promise<QueryFacts>;
  /** Compiles and starts a query. Rejects with a `cypher.*` error; run-time errors come from the rows. */
  query(text: string, options?: QueryOptions): Promise<QueryRun>;
  /** A query to be run over many batches of values, for ingest streams and query outputs. */
  openLane(definition: LaneDefinition): Promise<Lane>;

  /** Functions written in Cypher, known to every query, kept over restarts. */
  readonly functions: FunctionCatalogue;

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
   * After a crash: lets the nodes tell each other again where they stand, while everything else goes on. Does
   * nothing when the last run ended cleanly, or when called again.
   */
  recover(): Promise<void>;

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

export interface QueryFacts {
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  readonly plan: PlanDescription;
}

export interface QueryOptions {
  readonly parameters?: ValueMap;
  /** Milliseconds since the Unix epoch: read the past. */
  readonly atTime?: number;
  /** Milliseconds; then the run stops with `cypher.timeout`. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

export interface QueryRun extends QueryFacts {
  /** Rows in batches, in order. Throws the query's run-time error; leaving the loop stops the query. */
  batches(): AsyncIterable<readonly Row[]>;
  /** All rows at once; for small results. */
  rows(): Promise<Row[]>;
}

/**
 * How records become values, on the worker that runs the query: a module with an export
 * `recordFormat: RecordFormatFactory`.
 */
export type RecordFormatReference = ModuleReference;

export type RecordFormatFactory = (options: ValueMap) => RecordFormat;

export interface RecordFormat {
  /**
   * Turns a chunk into values, in order. A record that does not parse becomes a problem and no value.
   * @param accept called with each value and the record's index in the chunk.
   */
  parse(
    chunk: RecordChunk,
    accept: (value: Value, index: number) => void,
    reject: (index: number, reason: string) => void,
  ): void;
}

/** Some records, one after the other in one piece of memory. Its buffer moves to a worker: don't use it again. */
export interface RecordChunk {
  readonly bytes: Uint8Array;
  /** Start and end offset in `bytes` of each record: `[start0, end0, start1, end1, ...]`. */
  readonly bounds: Uint32Array;
  /** Position in the stream of the first record, 0-based. */
  readonly firstPosition: number;
}

export interface LaneDefinition {
  /** For logs, metrics and provenance. */
  readonly name: string;
  readonly query: string;
  /** The parameter that carries the record. */
  readonly parameter: string;
  /** Needed by `runChunk`. */
  readonly format?: RecordFormatReference;
  /** At most so many queries run at once; 1 runs the records strictly one after the other. Default 16. */
  readonly parallelism?: number;
  /**
   * Held back while results of standing queries pile up (ingest); otherwise it goes on (outputs, which must
   * be able to drain what they cause). Default true.
   */
  readonly heldByResults?: boolean;
}

export interface Lane {
  readonly facts: QueryFacts;
  /**
   * Runs the query on each record of a chunk. Chunks run side by side on the workers; the caller bounds how
   * many it has under way (`preferredInFlight` keeps the workers busy).
   * @returns when everything written is durable.
   */
  runChunk(chunk: RecordChunk): Promise<ChunkOutcome>;
  /** Runs the query on each value. @returns rows per value, when everything written is durable. */
  runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]>;
  readonly preferredInFlight: number;
  /** Chunks under way, and later ones, are no longer held back by results that pile up: whoever stops waits for them. */
  release(): Promise<void>;
  close(): Promise<void>;
}

export interface ChunkOutcome {
  /** Records for which the query ran to its end. */
  readonly done: number;
  /** Records that did not parse, with the reasons of the first few. */
  readonly rejected: number;
  readonly rejections: readonly { readonly position: number; readonly reason: string }[];
  /** The query failed for this record; records after it in the chunk may not have been tried. */
  readonly failure?: { readonly position: number; readonly error: WeirError };
}

export interface ValueOutcome {
  readonly rows: readonly Row[];
  readonly error?: WeirError;
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
  readonly limits: ShardLimits | undefined;
  /** Counters since start, by name. */
  readonly counters: Readonly<Record<string, number>>;
}

export interface MetadataStore {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

export interface OpenOptions {
  /** Default 4. Fixed for a data directory. */
  readonly shards?: number;
  /** Default: one per core, at most one per shard. 0: everything in this thread. */
  readonly workers?: number;
  readonly store?: StoreOptions;
  /** What is journalled, when snapshots are taken, how long history is kept. */
  readonly persistence?: Partial<PersistenceOptions>;
  /**
   * After a crash, standing queries are brought up to date at once (default), or when `recover` is called: for
   * programs that attach their consumers first, so that none misses a result of it.
   */
  readonly recovery?: 'automatic' | 'manual';
  /**
   * Functions and procedures of the program: modules with an export `extensions: ExtensionFactory`. A later one
   * replaces an earlier one, and a built-in one, of the same name.
   */
  readonly extensions?: readonly ModuleReference[];
  /**
   * How LOAD CSV and loadJsonLines read from outside: a module with an export `textOpener: TextOpenerFactory`.
   * Default: they may open nothing.
   */
  readonly textOpener?: ModuleReference;
  /** What is kept of the results of standing queries that do not say themselves. */
  readonly resultLog?: ResultLogOptions | undefined;
}

/**
 * `memory` is gone when the graph closes; `empty` keeps nothing, so a node that goes to sleep is forgotten; `embedded`
 * is a data directory, created when missing.
 */
export type StoreOptions = PersistorOptions;
