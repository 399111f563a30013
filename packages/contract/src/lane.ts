/** A query that runs over many records or values. Ingest streams and outputs use lanes to access the graph. */
import type { Row } from '@weir/cypher';
import type { Value, ValueMap } from '@weir/model';
import type { Clock, MaybePromise, WeirError } from '@weir/platform';
import type { ModuleReference } from './module-reference.js';
import type { QueryFacts } from './query-run.js';

/**
 * Module that turns records into values on the worker that runs the query. It exports `recordFormat:
 * RecordFormatFactory`.
 */
export type RecordFormatReference = ModuleReference;

/**
 * @param options the options of the module reference.
 * @param clock the worker's clock, in milliseconds, for limits on the time that a record may take.
 * @throws WeirError if the options are invalid; the lane is not opened then.
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
  /** Turns a chunk into values, in order. A record that does not parse is rejected and yields no value. */
  parse(chunk: RecordChunk, accept: AcceptRecord, reject: RejectRecord): void;
}

/** A format whose records may take milliseconds or more to parse. Other work can run between calls. */
export interface SlowRecordFormat {
  /**
   * Like `parse`, but stops when its time is up. Takes records from the beginning of a chunk that is not empty.
   * @returns how many records were accepted or rejected, at least one; the caller passes the rest again.
   */
  parseSome(chunk: RecordChunk, accept: AcceptRecord, reject: RejectRecord): MaybePromise<number>;
}

/**
 * Consecutive records in one buffer. The lane keeps the buffer until the chunk is answered, and sends it again if a
 * worker is lost, so the caller must not change it.
 */
export interface RecordChunk {
  readonly bytes: Uint8Array;
  /** Start and end offset in `bytes` of each record: `[start0, end0, start1, end1, ...]`. */
  readonly bounds: Uint32Array;
  /** Position of the first record in the stream, 0-based. */
  readonly firstPosition: number;
  /** Information that the format needs for all records and cannot know in advance, such as how they were written. */
  readonly context?: string | undefined;
  /**
   * When the records were read from their source, in milliseconds since the Unix epoch. Absent: results that they cause
   * are not measured.
   */
  readonly readAt?: number | undefined;
  /**
   * Location of the buffer if it is in another process. Then `bytes` is empty, and `bounds` are offsets in that buffer.
   */
  readonly kept?: KeptRecords | undefined;
}

/** Records that stay in the process that read them, to be run by that process's workers. */
export interface KeptRecords {
  /** Numbers of the workers of that process. Empty if the records are lost. */
  readonly workers: readonly number[];
  /** Identifies the records in that process. */
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
  /** Maximum number of queries that run at the same time. 1 runs the records strictly in order. Default 16. */
  readonly parallelism?: number;
  /** Outcomes list every rejected record, instead of the first few of a chunk. Default false. */
  readonly allRejections?: boolean;
  /** A record whose query fails with `cypher.*` is rejected, and the other records continue. Default false. */
  readonly rejectsFailures?: boolean;
  /**
   * Whether the lane waits while results of standing queries pile up, as ingest does. Outputs set it to false because
   * they must be able to drain the results. Default true.
   */
  readonly heldByResults?: boolean;
}

export interface Lane {
  readonly facts: QueryFacts;
  /**
   * Runs the query on each record of a chunk. Chunks run concurrently on the workers; the caller bounds how many it has
   * in flight (`preferredInFlight` keeps the workers busy).
   * @returns when everything written is durable. Rejects with `RecordsLost` if the chunk's records were in another
   * process and are lost.
   */
  runChunk(chunk: RecordChunk): Promise<ChunkOutcome>;
  /** Runs the query on each value. @returns rows per value, when everything written is durable. */
  runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]>;
  readonly preferredInFlight: number;
  /**
   * Stops holding back this lane's chunks, current and future, while results pile up. Call it before waiting for chunks
   * to finish.
   */
  release(): Promise<void>;
  /** While on, chunks in flight also wait before their next record (or batch of records that scan nothing). */
  hold(on: boolean): Promise<void>;
  /** Cancels chunks in flight; they fail with `cypher.cancelled`. Only `close` may follow. */
  abort(): Promise<void>;
  close(): Promise<void>;
}

export interface ChunkOutcome {
  /** Records for which the query completed. */
  readonly done: number;
  /** Records that did not parse, or for which the query failed (`LaneDefinition.rejectsFailures`). */
  readonly rejected: number;
  /** The first few rejected records, or all of them (`LaneDefinition.allRejections`). */
  readonly rejections: readonly RejectedRecord[];
  /** The query failed for this record; records after it in the chunk may not have been tried. */
  readonly failure?: { readonly position: number; readonly error: WeirError };
  /** Records that each caused the loss of a worker three times. They are not run again. */
  readonly setAside?: readonly SetAsideRecord[];
}

export interface RejectedRecord {
  readonly position: number;
  readonly reason: string;
  /** The value, if the record was decoded and a later step or the query failed. */
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
