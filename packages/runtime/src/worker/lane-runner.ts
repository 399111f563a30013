/**
 * A lane on one worker: parses records and runs the query over batches of them. A batch is one run of the plan;
 * the next batch starts when the plan is through, not when its effects are durable, so the store's groups
 * fill; the chunk is answered when everything is.
 */
import type { CompiledQuery, Row, Surroundings } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import { isPromise, mapSet, type Value, type ValueMap, WeirError } from '@weir/model';
import type { FlowGate } from './flow-gate.js';
import type { WorkerChunkOutcome, WorkerValueOutcome } from '../contract/worker-service.js';
import type { WriterPause } from './writer-pause.js';
import type { LaneDefinition, RecordChunk, RecordFormat } from '@weir/contract';

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
export interface LanePorts {
  readonly graph: GraphWorker;
  readonly gate: FlowGate;
  readonly writers: WriterPause;
  readonly surroundings: Surroundings;
  /** Some standing query wants to know which records its results come from. */
  tracksOrigins(): boolean;
}

export class LaneRunner {
  private readonly batchSize: number;

  constructor(
    private readonly ports: LanePorts,
    private readonly compiled: CompiledQuery,
    private readonly format: RecordFormat | undefined,
    private readonly definition: LaneDefinition,
  ) {
    this.batchSize = definition.parallelism === 1 ? 1 : RECORDS_PER_BATCH;
    this.held = definition.heldByResults ?? true;
  }

  private held: boolean;

  /** The stream ends: what is under way waits for the consumers of results no longer. */
  release(): void {
    this.held = false;
    this.ports.gate.recheck();
  }

  async runChunk(chunk: RecordChunk): Promise<WorkerChunkOutcome> {
    if (this.format === undefined) throw new WeirError('internal', 'this lane has no record format');
    const rows: Row[] = [];
    const indexes: number[] = [];
    const rejections: { position: number; reason: string }[] = [];
    let rejected = 0;
    this.format.parse(
      chunk,
      (value, index) => {
        rows.push([value]);
        indexes.push(index);
      },
      (index, reason) => {
        rejected++;
        if (rejections.length < REASONS_PER_CHUNK) {
          rejections.push({ position: chunk.firstPosition + index, reason });
        }
      },
    );
    const failure = await this.runRows(rows, index => chunk.firstPosition + indexes[index]!);
    return {
      done: failure === undefined ? rows.length : failure.index,
      rejected,
      rejections,
      failure:
        failure === undefined
          ? null
          : {
              position: chunk.firstPosition + (indexes[failure.index] ?? 0),
              error: failure.error.toTransfer(),
            },
    };
  }

  /** Runs value by value, because each wants its own rows back. */
  async runValues(values: readonly Value[]): Promise<WorkerValueOutcome[]> {
    return Promise.all(
      values.map(async value => {
        const rows: Row[] = [];
        await this.ports.writers.enter();
        try {
          await this.runBatch([[value]], row => void rows.push(row));
          return { rows, error: null };
        } catch (error) {
          return { rows, error: WeirError.from(error).toTransfer() };
        } finally {
          this.ports.writers.leave();
        }
      }),
    );
  }

  /** @param positionOf of a row, the position of its record in the stream. */
  private async runRows(
    rows: readonly Row[],
    positionOf: (index: number) => number,
  ): Promise<RunFailure | undefined> {
    const { writers } = this.ports;
    const leave = (): void => writers.leave();
    const durable: Promise<void>[] = [];
    let failure: RunFailure | undefined;
    // Effects of one run have one origin, so where origins count, each record has a run of its own.
    const tracksOrigins = this.ports.tracksOrigins();
    const size = tracksOrigins ? 1 : this.batchSize;
    for (let start = 0; start < rows.length && failure === undefined; start += size) {
      if (start > 0 && start % RECORDS_PER_TURN === 0) await this.giveWay();
      if (this.held && !this.ports.gate.isOpen) await this.ports.gate.pass(() => this.held);
      if (writers.isOpen) writers.enterNow();
      else await writers.enter();
      const batch = rows.slice(start, start + size);
      const session = tracksOrigins
        ? this.ports.graph.session(undefined, { stream: this.definition.name, position: positionOf(start) })
        : this.ports.graph.session();
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
    if (!this.compiled.isIdempotent || batch.length === 1) return new RunFailure(start, error);
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
    const session = this.ports.graph.session();
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
    const { environment, openText, standingQueries } = this.ports.surroundings;
    return { graph, environment, parameters: NO_PARAMETERS, openText, standingQueries };
  }

  private giveWay(): Promise<void> {
    return new Promise(resolve => this.ports.graph.environment.scheduler.soon(resolve));
  }
}

/** A row under its column names. */
export function rowToMap(columns: readonly string[], row: readonly Value[]): ValueMap {
  const map: ValueMap = {};
  columns.forEach((column, i) => mapSet(map, column, row[i] ?? null));
  return map;
}
