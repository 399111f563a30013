/** Standing queries as a program sees them. */
import type { NodeId, ValueMap } from '@weir/model';
import type { TimingSummary } from '@weir/platform';
import type { PatternNodeDescription, PatternNodeExplanation } from '@weir/standing';
import type { RateSummary } from './rate-meter.js';
import type { AuditOptions, AuditReport } from './standing-audit.js';

export type { PatternNodeDescription } from '@weir/standing';

export interface StandingSummary {
  readonly kind: 'witnesses' | 'rows';
  /** Pattern nodes, each with the number of nodes that hold state for it. */
  readonly patternNodes: readonly (PatternNodeDescription & { readonly states: number })[];
  /** Rows that the query currently reports as true. */
  readonly results: number;
  /**
   * Progress while state left by an earlier run is being counted: nodes inspected, and the approximate total. Until the
   * count completes, counts are too low, and writes made meanwhile may make them slightly inaccurate.
   */
  readonly counting: { readonly done: number; readonly of: number | undefined } | undefined;
}

export interface SurveyOptions {
  /**
   * Counts the state left by an earlier run in the background, if that was not done yet; the answer waits for one
   * second at most. `false`: inspects no nodes for it. Default true.
   */
  readonly counts?: boolean;
}

export interface ExplainedPatternNode extends PatternNodeExplanation {
  /** Why the pattern node does not match here, as text. */
  readonly missing: readonly string[];
}

export interface NodeExplanation {
  readonly node: NodeId;
  readonly patternNodes: readonly ExplainedPatternNode[];
}

/** `DistinctId`: one result for each node that matches. `MultipleValues`: one result for each row. */
export type StandingMode = 'DistinctId' | 'MultipleValues';

export interface StandingDefinition {
  readonly name: string;
  /** Kept from an earlier run; a new one gets a fresh UUID. */
  readonly id?: string;
  readonly query: string;
  /** Default: `DistinctId` for a query that returns nothing but distinct ids, as that mode requires; else `MultipleValues`. */
  readonly mode?: StandingMode | undefined;
  /**
   * `false`: consumers get matches only. Absent: all consumers get cancellations, except outputs that run a query on
   * the graph.
   */
  readonly includeCancellations?: boolean | undefined;
  /**
   * Number of results from a worker's shards waiting for their consumers at which ingest is held on that worker. Values
   * below 256 count as 256. Work already begun (batches of up to 256 records) is finished. Default 32.
   */
  readonly inputBufferSize?: number | undefined;
  /** Removed when the graph is opened again. Default false. */
  readonly temporary?: boolean | undefined;
  /** How many results are kept. Omitted fields use the graph's setting. */
  readonly resultLog?: ResultLogOptions | undefined;
  /**
   * Results name the records that caused them. While any query requests this, ingest runs record by record, the query
   * stores the writers of all data of every node it evaluates, and it is evaluated by rows in either mode. Default
   * false.
   */
  readonly provenance?: boolean | undefined;
}

/** How many results of a standing query are kept beyond the ones its durable cursors have yet to take. */
export interface ResultLogLimits {
  /** Number of results, including cancellations. Default 10,000. */
  readonly count: number;
  /** Milliseconds. Default: an hour. */
  readonly millis: number;
}

export interface ResultLogOptions {
  readonly count?: number | undefined;
  readonly millis?: number | undefined;
}

/** A stored definition. */
export type StoredStanding = StandingDefinition & {
  readonly id: string;
  readonly mode: StandingMode;
  readonly inputBufferSize: number;
};

/** One match or cancellation as delivered to consumers. */
export interface StandingOutput<R = ValueMap> {
  readonly resultId: string;
  readonly isPositiveMatch: boolean;
  readonly isInitialResult: boolean;
  /** Column to value, in the order of the query's RETURN. */
  readonly data: R;
  /**
   * Present if the query requests it. For a match: the record that completed it, then all other records that wrote part
   * of it, by stream and position. For a cancellation: the record that ended the match. Data that was not written by a
   * record, or before the query was registered, is not attributed.
   */
  readonly provenance?: readonly RecordReference[];
  /** More records exist than the 64 that are named. Absent: no. */
  readonly provenanceTruncated?: true;
}

/** A record of an ingest stream. */
export interface RecordReference {
  readonly stream: string;
  /** 0-based, from the beginning of the source. */
  readonly position: number;
}

/**
 * Takes batches of results, in order. The next batch is delivered when the returned promise resolves. Then the results
 * count as taken and need not be kept for this consumer, unless it returns `ResultsInHand`. A rejection is logged and
 * counts as taken.
 */
export type StandingConsumer = (results: readonly StandingOutput[]) => Promise<void | ResultsInHand>;

/** Results that are taken, so ingest need not wait for them, but that are lost if the process dies now. */
export interface ResultsInHand {
  /**
   * Resolves when the results need not be kept any longer. If it rejects, or never settles, a durable cursor delivers
   * them again.
   */
  readonly done: Promise<void>;
}

export interface StandingHandle {
  readonly name: string;
  readonly id: string;
  readonly definition: StoredStanding;
  readonly columns: readonly string[];
  stats(): StandingStats;
  /**
   * Delivers results to `consumer` too, from now on or from a given position. Each consumer has its own pace, and
   * ingest runs at the pace of the slowest. @returns a function that stops it.
   */
  subscribe(consumer: StandingConsumer, options?: SubscribeOptions): () => void;
  /**
   * Returns the last `count` results that are kept, oldest first; fewer if cancellations are among them and the query
   * does not report those. No consumer is attached, so ingest does not wait.
   */
  latest(count: number): Promise<readonly StandingOutput[]>;
  /**
   * Position after the latest result, in the form that `resumeAfter` takes; for a consumer that has not received any
   * result yet. It survives restarts.
   */
  readonly resumeId: string;
  readonly cursors: StandingCursors;
  readonly inspection: StandingInspection;
  /**
   * Replaces the query under this name and id; consumers, cursors and log stay. The new query is evaluated on the whole
   * graph first, as by `propagate` with `includeSleeping`. Then writers wait briefly while both are compared, and consumers
   * receive the difference: cancellations of rows that only this query had, and matches that only the new query has. After
   * a crash, one of the two queries is active, and the difference is still reported. Rejects with
   * `standing.invalid-pattern`, `cypher.*` or `standing.busy`; then this query stays active.
   */
  replace(query: string, mode: StandingMode): Promise<void>;
  /** Stops the query and deletes it with its results; no cancellations are sent. */
  remove(): Promise<void>;
}

export interface SubscribeOptions {
  /**
   * A `resultId` resumes after its first occurrence. A match and its cancellation share the id, so a consumer that
   * received both receives the results between them again. A `resumeId` resumes there, or slightly before.
   */
  readonly resumeAfter?: string | undefined;
  /**
   * Called before the first result if the requested position is not kept any longer; then every result that is kept
   * follows.
   */
  readonly onGap?: (() => void) | undefined;
}

/** Durable cursors of a standing query: consumers whose position survives restarts. */
export interface StandingCursors {
  /**
   * Opens a consumer that receives every result at least once, across restarts and crashes. Its position is stored
   * under its name, and results it has not taken are kept. A new name starts as specified: with later results
   * (default), or with all results that are kept. @returns when its position is durable.
   */
  open(name: string, consumer: StandingConsumer, start?: 'now' | 'beginning'): Promise<DurableCursor>;
  /** Names of durable cursors, open or not. */
  readonly names: readonly string[];
  /** Stops keeping results for this name. Close the cursor first. */
  drop(name: string): Promise<void>;
  /** Resolves when no results are waiting for any open consumer, named or not. */
  drained(): Promise<void>;
}

/** The state of a standing query, read without waking nodes. */
export interface StandingInspection {
  /**
   * Compares the rows the query reports as true with the same query run from scratch, for a sample of nodes with
   * results and as many without. Checks differences again before reporting them. The cost depends on the sample, not on
   * the size of the graph; wakes no node.
   */
  audit(options?: AuditOptions): Promise<AuditReport>;
  /**
   * Returns the query's pattern nodes, how many nodes hold state for each, and the current number of results. Wakes no
   * node.
   */
  survey(options?: SurveyOptions): Promise<StandingSummary>;
  /**
   * Explains how far a node matches each pattern node of the query. If a neighbor is missing, continues with neighbors
   * that could match; if nothing is missing, with neighbors that wait for more; for at most 20 nodes in total.
   */
  explain(id: NodeId): Promise<readonly [NodeExplanation, ...NodeExplanation[]]>;
}

export interface DurableCursor {
  /** Results it has yet to take. */
  readonly waiting: number;
  /**
   * Time from the write of results until the consumer completed them. Results that the consumer gets together are
   * measured from the oldest of them. A closed cursor measures nothing.
   */
  readonly deliveryTimes: TimingSummary;
  /** Resolves when no results are waiting for it, or when it is closed and has no results in hand. */
  drained(): Promise<void>;
  /** Stops delivery; the position is kept. */
  close(): void;
}

export interface StandingStats {
  /** Positive matches since this process started. */
  readonly matches: number;
  readonly cancellations: number;
  /**
   * Failed evaluations of expressions since this process started, such as `1 / 0`. Each one omits a row, or a value of
   * a list. The log reports which ones failed and why, some seconds later.
   */
  readonly expressionFailures: number;
  /** Positive results per second, exponentially weighted. */
  readonly rates: RateSummary;
  /** Milliseconds since the Unix epoch. */
  readonly startTime: number;
  /** Milliseconds. */
  readonly totalRuntime: number;
  /** How long results waited until a consumer took them; a batch counts once. */
  readonly queueTimes: TimingSummary;
  /**
   * Time from reading a record until the results that it caused were durable and available to consumers, in steps of a
   * millisecond. A result that several records caused together is measured from the oldest chunk among them. Initial
   * results, and results of ad hoc queries, of records read by other processes, or of a recovery, are not measured.
   */
  readonly recordTimes: TimingSummary;
  /** Results that the slowest consumer has yet to take. */
  readonly bufferSize: number;
}
