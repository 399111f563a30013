/**
 * The one class that a program embeds, and all that ingest, outputs and the gateway know of the graph. Behind
 * it shards live on worker threads, or, with `workers: 0`, in the caller's own thread.
 */
import type { CypherFunctionSource, PlanDescription, Row } from '@weir/cypher';
import type { PersistenceOptions } from '@weir/graph';
import type { PersistorOptions } from '@weir/persistor';
import type { NodeId, Value, ValueMap, WeirError } from '@weir/model';
import type { ModuleReference } from './module-reference.js';
import type { AuditReport } from './standing-audit.js';
import type { PartDescription, PartOnNode } from './standing-survey.js';

export type { AuditDifference, AuditReport } from './standing-audit.js';
export type { PartDescription, PartOnNode } from './standing-survey.js';

export interface StandingSummary {
  readonly parts: readonly (PartDescription & { readonly states: number })[];
  readonly results: number;
  readonly nodes: number;
}

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

export interface StandingDefinition {
  readonly name: string;
  /** Kept from an earlier run; a new one gets a fresh UUID. */
  readonly id?: string;
  readonly query: string;
  readonly mode: 'DistinctId' | 'MultipleValues';
  readonly includeCancellations: boolean;
  /** Results waiting for their consumers before ingest is held. */
  readonly inputBufferSize: number;
  /** What is kept of its results; the graph's own setting for what is left out. */
  readonly resultLog?: ResultLogOptions | undefined;
  /**
   * Results say which records they come from. While any query asks for it, ingest runs record by record; the query keeps
   * who wrote what on every node that it looks at, and is evaluated by rows in either mode. Default false.
   */
  readonly provenance?: boolean | undefined;
}

/** What is kept of a standing query's results beyond what its durable cursors have yet to take. */
export interface ResultLogLimits {
  /** Results, cancellations among them. Default 10,000. */
  readonly count: number;
  /** Milliseconds. Default: an hour. */
  readonly millis: number;
}

export interface ResultLogOptions {
  readonly count?: number | undefined;
  readonly millis?: number | undefined;
}

/** A definition as it is kept. */
export type StoredStanding = StandingDefinition & { readonly id: string };

/** One match or cancellation as consumers get it. */
export interface StandingOutput {
  readonly resultId: string;
  readonly isPositiveMatch: boolean;
  readonly isInitialResult: boolean;
  /** Column to value, in the order of the query's RETURN. */
  readonly data: ValueMap;
  /**
   * Of a query that asks for it. Of a match: the record that completed it, then all others that wrote something of what
   * it consists of, by stream and position. Of a cancellation: the record that ended the match. What no record wrote,
   * or one from before the query was registered, names none.
   */
  readonly provenance?: readonly RecordReference[];
  /** There are more than are named (64). Absent: no. */
  readonly provenanceTruncated?: true;
}

/** A record of an ingest stream. */
export interface RecordReference {
  readonly stream: string;
  /** 0-based, from the beginning of the source. */
  readonly position: number;
}

/**
 * Takes batches of results, in order. The next batch comes when the returned promise resolves: then these are taken
 * and need not be kept for it, unless it says that they are still in its hands. A rejection is logged and counts as taken.
 */
export type StandingConsumer = (results: readonly StandingOutput[]) => Promise<void | ResultsInHand>;

/** Taken, so that ingest need not wait for them, and gone if the process dies now. */
export interface ResultsInHand {
  /** When it resolves they need not be kept any more; if it rejects, or never settles, a durable cursor gives them again. */
  readonly done: Promise<void>;
}

export interface StandingHandle {
  readonly name: string;
  readonly id: string;
  readonly definition: StoredStanding;
  readonly columns: readonly string[];
  stats(): StandingStats;
  /**
   * Results go to `consumer` too, from now on or from a known one on. Each consumer goes at its own pace, and ingest
   * at that of the slowest. @returns stops it.
   */
  subscribe(consumer: StandingConsumer, options?: SubscribeOptions): () => void;
  /**
   * A consumer that gets every result at least once, over restarts and crashes: what it has taken is remembered under
   * its name, and what it has not is kept. A name that is new begins as told: with later results (default), or with
   * all that are kept. @returns when its position is durable.
   */
  openCursor(name: string, consumer: StandingConsumer, start?: 'now' | 'beginning'): Promise<DurableCursor>;
  /** Names of durable cursors, open or not. */
  readonly cursors: readonly string[];
  /** Nothing is kept for this name any more. Close the cursor first. */
  dropCursor(name: string): Promise<void>;
  /**
   * Compares what the query holds to be true with the same query run from scratch, for `sample` nodes with results and
   * as many without on each host; looks at differences again before it believes them.
   */
  audit(sample: number): Promise<AuditReport>;
  /** The query's parts, how many nodes hold a state for each, and how many results there are now. Wakes every node. */
  survey(): Promise<StandingSummary>;
  /** How far a node is with the query: the state of each part on it. */
  inspectNode(id: NodeId): Promise<readonly PartOnNode[]>;
  /**
   * Another query goes on under this name and id, with the same consumers, cursors and log. It is evaluated on the whole
   * graph first, as by `propagate` with `includeSleeping`; then writers wait for a moment, the two are compared, and
   * consumers get the difference: cancellations of rows that only this one had, matches that only the other one has.
   * After a crash either query is there, and the difference is told.
   * Rejects with `standing.invalid-pattern`, `cypher.*` or `standing.busy`; then this query goes on.
   */
  replace(query: string, mode: StandingDefinition['mode']): Promise<void>;
  /** Stops the query and forgets it with its results; no cancellations are sent. */
  remove(): Promise<void>;
}

export interface SubscribeOptions {
  /**
   * A `resultId`: begins after its first occurrence, with what came since. A match and its cancellation share the id,
   * so who saw both gets again what came between them.
   */
  readonly resumeAfter?: string | undefined;
  /** Called before the first result when that one is not kept any more; then everything kept follows. */
  readonly onGap?: (() => void) | undefined;
}

export interface DurableCursor {
  /** Results it has yet to take. */
  readonly waiting: number;
  /** Resolves when nothing waits for it, or when it is closed and has nothing in hand. */
  drained(): Promise<void>;
  /** No further results; the position stays. */
  close(): void;
}

export interface StandingStats {
  /** Positive matches since this process started. */
  readonly matches: number;
  readonly cancellations: number;
  /** Positive results per second, exponentially weighted. */
  readonly rates: RateSummary;
  /** Milliseconds since the Unix epoch. */
  readonly startTime: number;
  /** Milliseconds. */
  readonly totalRuntime: number;
  /** Results that the slowest consumer has yet to take. */
  readonly bufferSize: number;
}

export interface RateSummary {
  readonly count: number;
  readonly oneMinute: number;
  readonly fiveMinute: number;
  readonly fifteenMinute: number;
  readonly overall: number;
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
