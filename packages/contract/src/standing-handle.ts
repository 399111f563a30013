/** Standing queries as a program sees them. */
import type { NodeId, TimingSummary, ValueMap } from '@weir/model';
import type { PatternNodeDescription, PatternNodeExplanation } from '@weir/standing';
import type { RateSummary } from './rate-meter.js';
import type { AuditOptions, AuditReport } from './standing-audit.js';

export type { PatternNodeDescription } from '@weir/standing';

export interface StandingSummary {
  readonly kind: 'witnesses' | 'rows';
  /** With the nodes that hold a state for each. */
  readonly patternNodes: readonly (PatternNodeDescription & { readonly states: number })[];
  /** What the query reports as true now. */
  readonly results: number;
  /**
   * Of a query that an earlier run left, while what that left is not counted: how many nodes were looked at, and of how
   * many, about. Counts are too low meanwhile, and what is written while they are counted may make them a little wrong.
   */
  readonly counting: { readonly done: number; readonly of: number | undefined } | undefined;
}

export interface SurveyOptions {
  /**
   * What an earlier run left is counted, in the background, if that was not done yet; the answer waits for a second at
   * most. `false`: no node is looked at for it. Default true.
   */
  readonly counts?: boolean;
}

export interface ExplainedPatternNode extends PatternNodeExplanation {
  /** What keeps the pattern node from matching here, in words. */
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
  /** `false`: consumers get matches only. Absent: all but outputs that run a query on the graph get cancellations. */
  readonly includeCancellations?: boolean | undefined;
  /**
   * Ingest is held on a worker while so many results from its shards wait for their consumers; a number below 256
   * counts as 256. What was begun is finished: batches of up to 256 records. Default 32.
   */
  readonly inputBufferSize?: number | undefined;
  /** Removed when the graph is opened again. Default false. */
  readonly temporary?: boolean | undefined;
  /** What is kept of its results; the graph's own setting for what is left out. */
  readonly resultLog?: ResultLogOptions | undefined;
  /**
   * Results say which records they come from. While any query asks for it, ingest runs record by record; the query
   * keeps who wrote what on every node that it looks at, and is evaluated by rows in either mode. Default false.
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
export type StoredStanding = StandingDefinition & {
  readonly id: string;
  readonly mode: StandingMode;
  readonly inputBufferSize: number;
};

/** One match or cancellation as consumers get it. */
export interface StandingOutput<R = ValueMap> {
  readonly resultId: string;
  readonly isPositiveMatch: boolean;
  readonly isInitialResult: boolean;
  /** Column to value, in the order of the query's RETURN. */
  readonly data: R;
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
 * Takes batches of results, in order. The next batch comes when the returned promise resolves: then these are taken and
 * need not be kept for it, unless it says that they are still in its hands. A rejection is logged and counts as taken.
 */
export type StandingConsumer = (results: readonly StandingOutput[]) => Promise<void | ResultsInHand>;

/** Taken, so that ingest need not wait for them, and gone if the process dies now. */
export interface ResultsInHand {
  /**
   * When it resolves they need not be kept any more; if it rejects, or never settles, a durable cursor gives them
   * again.
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
   * Results go to `consumer` too, from now on or from a known one on. Each consumer goes at its own pace, and ingest
   * at that of the slowest. @returns stops it.
   */
  subscribe(consumer: StandingConsumer, options?: SubscribeOptions): () => void;
  /** After the results so far, as `resumeAfter` takes it: for who has seen none yet. It outlives the process. */
  readonly place: string;
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
  /** Stops the query and forgets it with its results; no cancellations are sent. */
  remove(): Promise<void>;
}

export interface SubscribeOptions {
  /**
   * A `resultId`: begins after its first occurrence, with what came since. A match and its cancellation share the id,
   * so who saw both gets again what came between them. Or a `place`: begins there, maybe a little before it.
   */
  readonly resumeAfter?: string | undefined;
  /** Called before the first result when that one is not kept any more; then everything kept follows. */
  readonly onGap?: (() => void) | undefined;
}

/** Durable cursors of a standing query: consumers whose position survives restarts. */
export interface StandingCursors {
  /**
   * A consumer that gets every result at least once, over restarts and crashes: what it has taken is remembered under
   * its name, and what it has not is kept. A name that is new begins as told: with later results (default), or with
   * all that are kept. @returns when its position is durable.
   */
  open(name: string, consumer: StandingConsumer, start?: 'now' | 'beginning'): Promise<DurableCursor>;
  /** Names of durable cursors, open or not. */
  readonly names: readonly string[];
  /** Nothing is kept for this name any more. Close the cursor first. */
  drop(name: string): Promise<void>;
}

/** The state of a standing query, read without waking nodes. */
export interface StandingInspection {
  /**
   * Compares what the query holds to be true with the same query run from scratch, for some nodes with results and as
   * many without; looks at differences again before it believes them. Costs what the sample costs, whatever the size of
   * the graph, and wakes no node.
   */
  audit(options?: AuditOptions): Promise<AuditReport>;
  /**
   * The query's pattern nodes, how many nodes hold a state for each, and how many results there are now. Wakes no node.
   */
  survey(options?: SurveyOptions): Promise<StandingSummary>;
  /**
   * How far a node is with each pattern node of the query; then, where a neighbour is missing, how far the neighbours
   * are that could be it, and where nothing is, those that wait for more; and so on, for at most 20 nodes.
   */
  explain(id: NodeId): Promise<readonly [NodeExplanation, ...NodeExplanation[]]>;
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
  /**
   * Evaluations of expressions that failed since this process started, as `1 / 0` does: each left out a row, or a value
   * of a list. The log says which and why, some seconds later.
   */
  readonly expressionFailures: number;
  /** Positive results per second, exponentially weighted. */
  readonly rates: RateSummary;
  /** Milliseconds since the Unix epoch. */
  readonly startTime: number;
  /** Milliseconds. */
  readonly totalRuntime: number;
  /** How long results waited until a consumer took them; some at a time count as one. */
  readonly queueTimes: TimingSummary;
  /** Results that the slowest consumer has yet to take. */
  readonly bufferSize: number;
}
