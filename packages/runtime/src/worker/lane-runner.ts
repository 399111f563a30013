/**
 * A lane on one worker: parses records and runs the query over batches of them. A batch is one run of the plan. The
 * next batch starts when the plan has completed, not when its effects are durable, so that the store's groups fill up.
 * The chunk is answered when everything is durable.
 */
import {
  PIPELINE_EFFECTS,
  type CompiledQuery,
  type QueryServices,
  type Row,
  type RowStream,
} from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { type Value, type ValueMap } from '@weir/model';
import { Cancellation, isPromise, WeirError } from '@weir/platform';
import { partOf, recordsIn, wholeOf } from '../flow/chunk-parts.js';
import { NOT_HELD, type WriteGate } from '../flow/write-gate.js';
import type {
  ChunkOutcome,
  LaneDefinition,
  RecordChunk,
  RecordFormat,
  SlowRecordFormat,
  ValueOutcome,
} from '@weir/contract';
import { BatchSize } from './batch-size.js';
import type { BytesUnderWay } from './bytes-under-way.js';
import { ParsedRecords } from './parsed-records.js';

/** Maximum number of records in one run of the plan. */
const RECORDS_PER_BATCH = 256;
/** Number of records after which other work on the worker gets its turn. */
const RECORDS_PER_TURN = RECORDS_PER_BATCH;
/** Milliseconds of parsing after which a slow format lets other work run. */
const PARSING_MILLIS = 10;

const NO_PARAMETERS: ValueMap = {};

/** The query failed for one of the rows. */
class RowFailure {
  constructor(
    readonly index: number,
    readonly error: WeirError,
  ) {}

  /** Whether the record is at fault, so that every run of it would fail. */
  get isOfRecord(): boolean {
    const { code } = this.error;
    return code.startsWith('cypher.') && code !== 'cypher.cancelled';
  }
}

/** State shared by the parts of a chunk: a later part may change back what an earlier one changed. */
interface ChunkRun {
  readonly hasTurn: boolean;
  readonly order: ReturnType<GraphWorker['recordOrder']>;
  /** `RecordChunk.readAt`, or 0. */
  readonly readAt: number;
  /** Resolve when all writes are durable. */
  readonly durable: Promise<void>[];
}

interface RowsOutcome {
  /** Rejected rows, in order. */
  readonly rejected: readonly RowFailure[];
  /** The failure that ended the run; later rows were not run. */
  readonly failure: RowFailure | undefined;
}

export interface LaneServices {
  readonly graph: GraphWorker;
  readonly gate: WriteGate;
  readonly reached: QueryServices;
  /** Standing queries that request the origins of their results. */
  readonly originQueries: ReadonlySet<number>;
  readonly underWay: BytesUnderWay;
}

export class LaneRunner {
  private readonly batchSize: BatchSize;

  constructor(
    private readonly services: LaneServices,
    private readonly compiled: CompiledQuery,
    private readonly format: RecordFormat | SlowRecordFormat | undefined,
    private readonly definition: LaneDefinition,
  ) {
    // A scan of all nodes takes long, so it can be stopped or continued between any two records.
    const isScan = compiled.canContainAllNodeScan;
    // The record that failed a batch is found by running the batch again, if that changes nothing.
    const isUnclear = definition.rejectsFailures === true && !compiled.isIdempotent;
    const isSingle = definition.parallelism === 1 || isScan || isUnclear;
    this.batchSize = new BatchSize(isSingle ? 1 : RECORDS_PER_BATCH, services.underWay.mostOfBatch);
    this.held = definition.heldByResults ?? true;
  }

  private held: boolean;
  private readonly stopping = new Cancellation();
  /** Ends the hold; set while the lane is on hold. */
  private resume: (() => void) | undefined = undefined;
  private onHold: Promise<void> | undefined = undefined;

  /** Called when the stream ends: work in flight no longer waits for the consumers of results. */
  release(): void {
    this.held = false;
    this.hold(false);
    this.services.gate.recheck();
  }

  /** Makes records wait before they start. */
  hold(on: boolean): void {
    if (on) {
      if (this.held) this.onHold ??= new Promise(resolve => (this.resume = resolve));
      return;
    }
    this.resume?.();
    this.resume = this.onHold = undefined;
  }

  /** Cancels work in flight. */
  abort(): void {
    this.stopping.cancel(new WeirError('cypher.cancelled', 'The stream was stopped.'));
    this.release();
  }

  /** @param hasTurn the chunk is not affected by a hold. */
  async runChunk(chunk: RecordChunk, hasTurn: boolean): Promise<ChunkOutcome> {
    const { format, definition, stopping } = this;
    if (format === undefined) throw new WeirError('internal', 'this lane has no record format');
    const count = recordsIn(chunk);
    const outcomes: ChunkOutcome[] = [];
    const order = this.services.graph.recordOrder(definition.parallelism === 1, this.compiled.mayTakeAway);
    const run: ChunkRun = { hasTurn, order, readAt: chunk.readAt ?? 0, durable: [] };
    for (let from = 0; from < count;) {
      if (from > 0) await this.giveWay();
      if (stopping.reason !== undefined) {
        const failure = { position: chunk.firstPosition + from, error: stopping.reason as WeirError };
        outcomes.push({ done: 0, rejected: 0, rejections: [], failure });
        break;
      }
      const parsed = new ParsedRecords(chunk, definition.allRejections);
      if ('parseSome' in format) from = await this.parseForTurn(format, chunk, from, parsed);
      else {
        parsed.addAll(format);
        from = count;
      }
      const outcome = await this.runParsed(parsed, run);
      outcomes.push(outcome);
      if (outcome.failure !== undefined) break;
    }
    const whole = wholeOf(outcomes, definition.allRejections);
    try {
      await Promise.all(run.durable);
    } catch (error) {
      await Promise.allSettled(run.durable);
      const failure = { position: chunk.firstPosition, error: WeirError.from(error) };
      return whole.failure === undefined ? { ...whole, done: 0, failure } : whole;
    }
    return whole;
  }

  /**
   * Parses one record, and further ones while time remains, in growing parts because each part has a fixed cost.
   * @returns the index of the first unparsed record.
   */
  private async parseForTurn(
    format: SlowRecordFormat,
    chunk: RecordChunk,
    from: number,
    parsed: ParsedRecords,
  ): Promise<number> {
    const { clock } = this.services.graph.environment;
    const end = Math.min(recordsIn(chunk), from + RECORDS_PER_TURN);
    const began = clock.now();
    let next = from;
    for (let size = 1; next < end && clock.now() - began < PARSING_MILLIS; size *= 2) {
      const part = partOf(chunk, next, Math.min(end, next + size));
      next += await parsed.addSome(format, part, next);
    }
    return next;
  }

  private async runParsed(parsed: ParsedRecords, run: ChunkRun): Promise<ChunkOutcome> {
    const { rows } = parsed;
    const ran = await this.runRows(rows, row => parsed.positionOf(row), run);
    for (const { index, error } of ran.rejected) {
      parsed.rejectRow(index, `${error.code}: ${error.message}`);
    }
    const { rejected, rejections } = parsed;
    const { failure } = ran;
    const done = (failure?.index ?? rows.length) - ran.rejected.length;
    if (failure === undefined) return { done, rejected, rejections };
    const position = parsed.positionOf(failure.index);
    return { done, rejected, rejections, failure: { position, error: failure.error } };
  }

  /** Runs value by value, because the rows are returned per value. */
  async runValues(values: readonly Value[]): Promise<ValueOutcome[]> {
    const { gate } = this.services;
    return Promise.all(
      values.map(async value => {
        const rows: Row[] = [];
        await gate.enter(NOT_HELD);
        try {
          await this.runBatch([[value]], row => void rows.push(row));
          return { rows };
        } catch (error) {
          return { rows, error: WeirError.from(error) };
        } finally {
          gate.leave();
        }
      }),
    );
  }

  /** @param positionOf returns the position of a row's record in the stream. */
  private async runRows(
    rows: readonly Row[],
    positionOf: (index: number) => number,
    { hasTurn, order, readAt, durable }: ChunkRun,
  ): Promise<RowsOutcome> {
    const { gate, graph, originQueries, underWay } = this.services;
    const isHeld = (): boolean => this.held;
    const rejected: RowFailure[] = [];
    let failure: RowFailure | undefined;
    // All effects of a run have the same origin, so if origins are tracked, each record gets a separate run.
    const tracksOrigins = originQueries.size > 0;
    let turnEnds = RECORDS_PER_TURN;
    for (let start = 0, size = 0; start < rows.length && failure === undefined; start += size) {
      if (start >= turnEnds) {
        await this.giveWay();
        turnEnds = start + RECORDS_PER_TURN;
      }
      while (underWay.areMany) await underWay.fewer();
      while (!hasTurn && this.onHold !== undefined) await this.onHold;
      if (this.stopping.reason !== undefined) {
        failure = new RowFailure(start, this.stopping.reason as WeirError);
        break;
      }
      if (gate.isOpen) gate.enterNow();
      else await gate.enter(isHeld);
      size = tracksOrigins ? 1 : this.batchSize.records;
      const batch = rows.slice(start, start + size);
      const { name: stream } = this.definition;
      const origin = tracksOrigins ? { stream, position: positionOf(start) } : undefined;
      const session = graph.session(undefined, origin, order, readAt);
      let run: RowStream | undefined;
      try {
        run = this.compiled.run(this.contextFor(session), batch);
        const finished = this.finish(run);
        if (isPromise(finished)) await finished;
      } catch (error) {
        failure = await this.findFailure(batch, start, WeirError.from(error), rejected);
      }
      const bytesMade = run?.bytesMade ?? 0;
      this.batchSize.ran(batch.length, bytesMade);
      const settled = session.settled();
      if (isPromise(settled)) {
        underWay.begin(bytesMade);
        const leave = (): void => {
          underWay.end(bytesMade);
          gate.leave();
        };
        settled.then(leave, leave);
        durable.push(settled);
      } else gate.leave();
      const next = session.nextMayBegin();
      if (isPromise(next)) await next;
    }
    return { rejected, failure };
  }

  /**
   * Finds the record with which a batch failed. A query that may be run twice is run again record by record, so that
   * records before the bad one complete; for any other query, the batch's first record is reported.
   * @param rejected takes failures of records that are to be rejected.
   * @returns the first failure that ends the chunk.
   */
  private async findFailure(
    batch: readonly Row[],
    start: number,
    error: WeirError,
    rejected: RowFailure[],
  ): Promise<RowFailure | undefined> {
    const isKnown = this.stopping.reason !== undefined || !this.compiled.isIdempotent || batch.length === 1;
    if (isKnown) return this.unlessRejected(new RowFailure(start, error), rejected);
    const before = rejected.length;
    for (let i = 0; i < batch.length; i++) {
      try {
        await this.runBatch([batch[i]!], () => undefined);
      } catch (single) {
        const failure = this.unlessRejected(new RowFailure(start + i, WeirError.from(single)), rejected);
        if (failure !== undefined) return failure;
      }
    }
    return rejected.length > before ? undefined : new RowFailure(start, error);
  }

  private unlessRejected(failure: RowFailure, rejected: RowFailure[]): RowFailure | undefined {
    if (this.definition.rejectsFailures !== true || !failure.isOfRecord) return failure;
    rejected.push(failure);
    return undefined;
  }

  private async runBatch(rows: readonly Row[], take: (row: Row) => void): Promise<void> {
    const session = this.services.graph.session();
    try {
      const stream = this.compiled.run(this.contextFor(session), rows);
      for (;;) {
        const next = stream.next();
        const some = isPromise(next) ? await next : next;
        if (some === undefined) break;
        some.forEach(take);
      }
    } finally {
      await session.settled();
    }
  }

  private finish(stream: RowStream): Promise<void> | undefined {
    for (;;) {
      const next = stream.next();
      if (isPromise(next)) return this.finishLater(stream, next);
      if (next === undefined) return undefined;
    }
  }

  private async finishLater(stream: RowStream, first: Promise<readonly Row[] | undefined>): Promise<void> {
    let rows = await first;
    while (rows !== undefined) rows = await stream.next();
  }

  private contextFor(graph: ReturnType<GraphWorker['session']>): Parameters<CompiledQuery['run']>[0] {
    const { environment, openText, standingQueries } = this.services.reached;
    const cancellation = this.stopping;
    return {
      ...{ graph, environment, parameters: NO_PARAMETERS, openText, standingQueries, cancellation },
      allowedEffects: PIPELINE_EFFECTS,
    };
  }

  private giveWay(): Promise<void> {
    return new Promise(resolve => this.services.graph.environment.scheduler.soon(resolve));
  }
}
