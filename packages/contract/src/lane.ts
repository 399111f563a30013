/** A query that runs over many records or values: what ingest streams and outputs hold of the graph. */
import type { Row } from '@weir/cypher';
import type { Clock, MaybePromise, Value, ValueMap, WeirError } from '@weir/model';
import type { ModuleReference } from './module-reference.js';
import type { QueryFacts } from './query-run.js';

/**
 * How records become values, on the worker that runs the query: a module with an export
 * `recordFormat: RecordFormatFactory`.
 */
export type RecordFormatReference = ModuleReference;

/**
 * @param options as the reference has them.
 * @param clock of the worker, in milliseconds, for what bounds the time of a record.
 * @throws WeirError where the options are not to be used; the lane is not opened then.
 */
export type RecordFormatFactory = (
  options: ValueMap,
  clock: Clock,
) => MaybePromise<RecordFormat | SlowRecordFormat>;

/** Called with a value and its record's index in the chunk. */
export type AcceptRecord = (value: Value, index: number) => void;

/** @param decoded the value, if a step after parsing failed. */
export type RejectRecord = (index: number, reason: string, decoded?: Value) => void;

export interface RecordFormat {
  /** Turns a chunk into values, in order. A record that does not parse becomes a problem and no value. */
  parse(chunk: RecordChunk, accept: AcceptRecord, reject: RejectRecord): void;
}

/** A format whose records may take milliseconds or more: other work gets its turn between some of them. */
export interface SlowRecordFormat {
  /**
   * Like `parse`, for records from the beginning of a chunk that is not empty, while there is time.
   * @returns how many records were accepted or rejected, at least one; the caller passes the rest again.
   */
  parseSome(chunk: RecordChunk, accept: AcceptRecord, reject: RejectRecord): MaybePromise<number>;
}

/** Some records, one after the other in one piece of memory. It is kept until it is answered, and sent again if a worker is lost: don't change it. */
export interface RecordChunk {
  readonly bytes: Uint8Array;
  /** Start and end offset in `bytes` of each record: `[start0, end0, start1, end1, ...]`. */
  readonly bounds: Uint32Array;
  /** Position in the stream of the first record, 0-based. */
  readonly firstPosition: number;
  /** What the format has to know of all of them, and can't know before: how they were written, say. */
  readonly context?: string | undefined;
  /** Where the memory is, if it is not here: then `bytes` is empty, and `bounds` are those of what is there. */
  readonly kept?: KeptRecords | undefined;
}

/** Records that stay in the process that has read them, for its workers. */
export interface KeptRecords {
  /** Numbers of those workers; none: the records are gone. */
  readonly workers: readonly number[];
  /** What that process knows them by. */
  readonly ticket: number;
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
  /** Outcomes tell of each rejected record; otherwise of the first few of a chunk. Default false. */
  readonly allRejections?: boolean;
  /** A record for which the query fails by its own fault (`cypher.*`) is rejected, and the others go on. Default false. */
  readonly rejectsFailures?: boolean;
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
   * @returns when everything written is durable. Rejects with `RecordsGone` for a chunk whose memory is elsewhere, and is lost.
   */
  runChunk(chunk: RecordChunk): Promise<ChunkOutcome>;
  /** Runs the query on each value. @returns rows per value, when everything written is durable. */
  runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]>;
  readonly preferredInFlight: number;
  /** Chunks under way, and later ones, are no longer held back by results that pile up: whoever stops waits for them. */
  release(): Promise<void>;
  /** While it is on, chunks under way wait too, before their next record (or batch of records that scan nothing). */
  hold(on: boolean): Promise<void>;
  /** What is under way is called off, and chunks fail with `cypher.cancelled`. Only `close` may follow. */
  abort(): Promise<void>;
  close(): Promise<void>;
}

export interface ChunkOutcome {
  /** Records for which the query ran to its end. */
  readonly done: number;
  /** Records that did not parse, or for which the query failed (`LaneDefinition.rejectsFailures`). */
  readonly rejected: number;
  /** The first few of them, or all (`LaneDefinition.allRejections`). */
  readonly rejections: readonly RejectedRecord[];
  /** The query failed for this record; records after it in the chunk may not have been tried. */
  readonly failure?: { readonly position: number; readonly error: WeirError };
  /** Records with each of which a worker was lost three times: they are not run any more. */
  readonly setAside?: readonly SetAsideRecord[];
}

export interface RejectedRecord {
  readonly position: number;
  readonly reason: string;
  /** Where a value was made of it and a later step or the query failed. */
  readonly decoded?: Value;
}

export interface SetAsideRecord {
  readonly position: number;
  readonly bytes: Uint8Array;
  readonly reason: string;
}

export interface ValueOutcome {
  readonly rows: readonly Row[];
  readonly error?: WeirError;
}
