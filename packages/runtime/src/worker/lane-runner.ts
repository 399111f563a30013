/**
 * A lane on one worker: parses records and runs the query over batches of them. A batch is one run of the plan;
 * the next batch starts when the plan is through, not when its effects are durable, so the store's groups
 * fill; the chunk is answered when everything is.
 */
import type { CompiledQuery, Row, QueryServices } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { isPromise, type Value, type ValueMap, WeirError } from '@weir/model';
import { NOT_HELD, type WriteGate } from '../flow/write-gate.js';
import type {
  ChunkOutcome,
  LaneDefinition,
  RecordChunk,
  RecordFormat,
  RejectedRecord,
  ValueOutcome,
} from '@weir/contract';

/** Records that one run of the plan takes. */
const RECORDS_PER_BATCH = 256;
/** Records after which other work on the worker gets its turn. */
const RECORDS_PER_TURN = RECORDS_PER_BATCH;
/** Reasons of rejected records that are passed on per chunk. */
const REASONS_PER_CHUNK = 5;

const NO_PARAMETERS: ValueMap = {};

class RunFailure {
  constructor(
    readonly index: number,
    readonly error: WeirError,
  ) {}
}

/** What lanes share on a worker. */
export interface LaneServices {
  readonly graph: GraphWorker;
  readonly gate: WriteGate;
  readonly reached: QueryServices;
  /** Standing queries that want to know which records their results come from. */
  readonly originQueries: ReadonlySet<number>;
}

export class LaneRunner {
  private readonly batchSize: number;

  constructor(
    private readonly services: LaneServices,
    private readonly compiled: CompiledQuery,
    private readonly format: RecordFormat | undefined,
    private readonly definition: LaneDefinition,
  ) {
    // What looks at all nodes takes long: it is stopped, or goes on, between any two records.
    const isSingle = definition.parallelism === 1 || compiled.canContainAllNodeScan;
    this.batchSize = isSingle ? 1 : RECORDS_PER_BATCH;
    this.held = definition.heldByResults ?? true;
  }

  private held: boolean;
  private readonly stopping = new AbortController();
  /** While it is on hold: goes on. */
  private goOn: (() => void) | undefined = undefined;
  private onHold: Promise<void> | undefined = undefined;

  /** The stream ends: what is under way waits for the consumers of results no longer. */
  release(): void {
    this.held = false;
    this.hold(false);
    this.services.gate.recheck();
  }

  /** Records wait before they begin. */
  hold(on: boolean): void {
    if (on) {
      if (this.held) this.onHold ??= new Promise(resolve => (this.goOn = resolve));
      return;
    }
    this.goOn?.();
    this.goOn = this.onHold = undefined;
  }

  /** Calls off what is under way. */
  abort(): void {
    this.stopping.abort(new WeirError('cypher.cancelled', 'The stream was stopped.'));
    this.release();
  }

  /** @param hasTurn a hold does not stop it. */
  async runChunk(chunk: RecordChunk, hasTurn: boolean): Promise<ChunkOutcome> {
    if (this.format === undefined) throw new WeirError('internal', 'this lane has no record format');
    const rows: Row[] = [];
    const indexes: number[] = [];
    const rejections: RejectedRecord[] = [];
    const most = this.definition.allRejections ? Infinity : REASONS_PER_CHUNK;
    let rejected = 0;
    this.format.parse(
      chunk,
      (value, index) => {
        rows.push([value]);
        indexes.push(index);
      },
      (index, reason, decoded) => {
        rejected++;
        if (rejections.length >= most) return;
        const position = chunk.firstPosition + index;
        rejections.push(decoded === undefined ? { position, reason } : { position, reason, decoded });
      },
    );
    const failure = await this.runRows(rows, index => chunk.firstPosition + indexes[index]!, hasTurn);
    if (failure === undefined) return { done: rows.length, rejected, rejections };
    const { index, error } = failure;
    const position = chunk.firstPosition + (indexes[index] ?? 0);
    return { done: index, rejected, rejections, failure: { position, error } };
  }

  /** Runs value by value, because each wants its own rows back. */
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

  /** @param positionOf of a row, the position of its record in the stream. */
  private async runRows(
    rows: readonly Row[],
    positionOf: (index: number) => number,
    hasTurn: boolean,
  ): Promise<RunFailure | undefined> {
    const { gate, graph, originQueries } = this.services;
    const isHeld = (): boolean => this.held;
    const leave = (): void => gate.leave();
    const durable: Promise<void>[] = [];
    let failure: RunFailure | undefined;
    // Effects of one run have one origin, so where origins count, each record has a run of its own.
    const tracksOrigins = originQueries.size > 0;
    const size = tracksOrigins ? 1 : this.batchSize;
    for (let start = 0; start < rows.length && failure === undefined; start += size) {
      if (start > 0 && start % RECORDS_PER_TURN === 0) await this.giveWay();
      while (!hasTurn && this.onHold !== undefined) await this.onHold;
      if (this.stopping.signal.aborted) {
        failure = new RunFailure(start, this.stopping.signal.reason as WeirError);
        break;
      }
      if (gate.isOpen) gate.enterNow();
      else await gate.enter(isHeld);
      const batch = rows.slice(start, start + size);
      const session = tracksOrigins
        ? graph.session(undefined, { stream: this.definition.name, position: positionOf(start) })
        : graph.session();
      try {
        const finished = this.finish(this.compiled.run(this.contextFor(session), batch));
        if (isPromise(finished)) await finished;
      } catch (error) {
        failure = await this.findFailure(batch, start, WeirError.from(error));
      }
      const settled = session.settled();
      if (isPromise(settled)) {
        settled.then(leave, leave);
        durable.push(settled);
      } else leave();
    }
    try {
      await Promise.all(durable);
    } catch (error) {
      failure ??= new RunFailure(0, WeirError.from(error));
    }
    return failure;
  }

  /**
   * A batch failed: which record was it? A query that may be run twice is run again record by record, so that
   * those before the bad one are done; another is reported at the batch's first record.
   */
  private async findFailure(batch: readonly Row[], start: number, error: WeirError): Promise<RunFailure> {
    const isStopped = this.stopping.signal.aborted;
    if (isStopped || !this.compiled.isIdempotent || batch.length === 1) return new RunFailure(start, error);
    for (let i = 0; i < batch.length; i++) {
      try {
        await this.runBatch([batch[i]!], () => undefined);
      } catch (single) {
        return new RunFailure(start + i, WeirError.from(single));
      }
    }
    return new RunFailure(start, error);
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

  private finish(stream: ReturnType<CompiledQuery['run']>): Promise<void> | undefined {
    for (;;) {
      const next = stream.next();
      if (isPromise(next)) return this.finishLater(stream, next);
      if (next === undefined) return undefined;
    }
  }

  private async finishLater(
    stream: ReturnType<CompiledQuery['run']>,
    first: Promise<readonly Row[] | undefined>,
  ): Promise<void> {
    let rows = await first;
    while (rows !== undefined) rows = await stream.next();
  }

  private contextFor(graph: ReturnType<GraphWorker['session']>): Parameters<CompiledQuery['run']>[0] {
    const { environment, openText, standingQueries } = this.services.reached;
    const { signal } = this.stopping;
    return { graph, environment, parameters: NO_PARAMETERS, openText, standingQueries, signal };
  }

  private giveWay(): Promise<void> {
    return new Promise(resolve => this.services.graph.environment.scheduler.soon(resolve));
  }
}
