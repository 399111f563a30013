/**
 * A lane from its user's view: the same lane on every worker. Each chunk is sent to the worker with the fewest calls in
 * flight, and again if that worker is lost (delivery.ts).
 */
import type { Value } from '@weir/model';
import type { WeirError } from '@weir/platform';
import type { LaneService } from '../contract/lane-service.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import {
  type ChunkOutcome,
  type KeptRecords,
  type Lane,
  type LaneDefinition,
  type QueryFacts,
  type RecordChunk,
  RecordsLost,
  type ValueOutcome,
} from '@weir/contract';
import { chunksFor } from '../flow/chunks-ahead.js';
import { partOf, recordsIn, wholeOf } from '../flow/chunk-parts.js';
import type { Delivery, DeliveryLane } from './delivery.js';
import { isWorkerLost } from './supervision/loss-errors.js';
import type { WorkerSupervisor } from './supervision/worker-supervisor.js';

export interface LaneOptions {
  readonly workers: Workers;
  readonly supervisor: WorkerSupervisor;
  readonly delivery: Delivery;
  readonly closed: (lane: GraphLane) => void;
}

export class GraphLane implements Lane, DeliveryLane {
  inFlight: number[];
  onHold: Promise<void> | undefined = undefined;
  private isReleased = false;
  private resume = (): void => undefined;
  private isAborted = false;
  private isClosed = false;

  private constructor(
    private readonly number: number,
    private readonly definition: LaneDefinition,
    readonly facts: QueryFacts,
    private readonly options: LaneOptions,
  ) {
    this.inFlight = this.nothingInFlight();
  }

  get kind(): 'record' | 'value' {
    return this.definition.heldByResults === false ? 'value' : 'record';
  }

  get isLeft(): boolean {
    return this.isClosed || (this.isReleased && this.options.supervisor.hasGivenUp);
  }

  get preferredInFlight(): number {
    return this.definition.parallelism === 1 ? 1 : chunksFor(this.inFlight.length);
  }

  static async open(number: number, definition: LaneDefinition, options: LaneOptions): Promise<GraphLane> {
    const { workers } = options;
    try {
      const facts = await workers.each(({ lanes }) => lanes.open(number, definition));
      return new GraphLane(number, definition, facts[0]!, options);
    } catch (error) {
      // The lane is opened again under another number.
      if (isWorkerLost(error)) await Promise.allSettled(workers.all.map(({ lanes }) => lanes.close(number)));
      throw error;
    }
  }

  /** Reopens the lane after all workers were replaced. If that fails, later calls on the lane fail. */
  async reopen(): Promise<void> {
    this.inFlight = this.nothingInFlight();
    await this.reopenOn(this.options.workers.all);
  }

  /** Reopens the lane on workers that were replaced. */
  async reopenOn(workers: readonly WorkerServices[]): Promise<void> {
    const reopen = async ({ lanes }: WorkerServices): Promise<void> => {
      try {
        await lanes.open(this.number, this.definition);
        if (this.isReleased) await lanes.release(this.number);
        if (this.onHold !== undefined) await lanes.hold(this.number, true);
        if (this.isAborted) await lanes.abort(this.number);
      } catch (error) {
        if (isWorkerLost(error)) throw error;
      }
    };
    await Promise.all(workers.map(reopen));
  }

  async runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    const { definition, number } = this;
    if (chunk.kept !== undefined) return this.runKept(chunk, chunk.kept);
    const outcomes = await this.options.delivery.items<ChunkOutcome>(this, {
      items: recordsIn(chunk),
      run: async (worker, from, to, hasTurn) => {
        const outcome = await worker.runChunk(number, partOf(chunk, from, to), hasTurn);
        throwIfLost(outcome.failure?.error);
        return outcome;
      },
      setAside: (work, index) => {
        const { firstPosition, bytes } = partOf(chunk, index, index + 1);
        const { message } = work.refusal(`Record ${firstPosition} of '${definition.name}'`);
        const record = { position: firstPosition, bytes, reason: message };
        return { done: 0, rejected: 0, rejections: [], setAside: [record] };
      },
      isLast: ({ failure }) => failure !== undefined,
    });
    return wholeOf(outcomes, definition.allRejections);
  }

  /** Only some workers hold the records. */
  private runKept(chunk: RecordChunk, kept: KeptRecords): Promise<ChunkOutcome> {
    const run = async (worker: LaneService): Promise<ChunkOutcome> => {
      const outcome = await worker.runChunk(this.number, chunk);
      throwIfLost(outcome.failure?.error);
      return outcome;
    };
    return this.options.delivery.kept(this, run, isSuspect => {
      if (kept.workers.length === 0) throw new RecordsLost(isSuspect);
      return kept.workers;
    });
  }

  async runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    const { definition, number } = this;
    const outcomes = await this.options.delivery.items<readonly ValueOutcome[]>(this, {
      items: values.length,
      run: async (worker, from, to) => {
        const outcomes = await worker.runValues(number, values.slice(from, to));
        for (const { error } of outcomes) throwIfLost(error);
        return outcomes;
      },
      setAside: work => [{ rows: [], error: work.refusal(`This value of '${definition.name}'`) }],
      isLast: () => false,
    });
    return outcomes.flat();
  }

  async release(): Promise<void> {
    this.isReleased = true;
    this.setHold(false);
    this.options.supervisor.recheck();
    await this.onEach(worker => worker.release(this.number));
  }

  async hold(on: boolean): Promise<void> {
    this.setHold(on);
    await this.onEach(worker => worker.hold(this.number, on));
  }

  async abort(): Promise<void> {
    this.isAborted = true;
    this.isReleased = true;
    this.setHold(false);
    await this.onEach(worker => worker.abort(this.number));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.setHold(false);
    this.options.closed(this);
    this.options.supervisor.recheck();
    await this.onEach(worker => worker.close(this.number));
  }

  private setHold(on: boolean): void {
    if (on) {
      const isHeld = this.definition.heldByResults !== false && !this.isReleased;
      if (isHeld) this.onHold ??= new Promise(resolve => (this.resume = resolve));
      return;
    }
    this.resume();
    this.onHold = undefined;
  }

  private nothingInFlight(): number[] {
    // Strict order requires a single worker.
    return this.definition.parallelism === 1 ? [0] : this.options.workers.all.map(() => 0);
  }

  /** Work on lost workers counts as done. */
  private async onEach(work: (worker: LaneService) => Promise<void>): Promise<void> {
    await this.options.workers.each(async ({ lanes }) => {
      try {
        await work(lanes);
      } catch (error) {
        if (!isWorkerLost(error)) throw error;
      }
    });
  }
}

/** A surviving worker abandoned work because it involved a lost one; all of it is repeated. */
function throwIfLost(error: WeirError | undefined): void {
  if (error !== undefined && isWorkerLost(error)) throw error;
}
