/**
 * A lane as its user sees it: the same lane on every worker; each chunk goes to the worker with the least to do. What was
 * under way on workers that were lost is delivered again, to those that took their places.
 */
import { type Value, WeirError } from '@weir/model';
import type { LaneService } from '../contract/lane-service.js';
import type { Workers } from '../contract/workers.js';
import type {
  ChunkOutcome,
  Lane,
  LaneDefinition,
  QueryFacts,
  RecordChunk,
  ValueOutcome,
} from '@weir/contract';
import type { WorkerSupervisor } from './worker-supervisor.js';

/** Chunks per worker that are on their way while one is worked on. */
const CHUNKS_AHEAD = 2;

export interface LaneSurroundings {
  readonly workers: Workers;
  readonly supervisor: WorkerSupervisor;
  /** The lane is closed. */
  readonly closed: (lane: GraphLane) => void;
}

export class GraphLane implements Lane {
  private readonly underWay: number[];
  readonly preferredInFlight: number;
  private isReleased = false;
  private isClosed = false;

  private constructor(
    private readonly number: number,
    private readonly definition: LaneDefinition,
    readonly facts: QueryFacts,
    private readonly surroundings: LaneSurroundings,
  ) {
    const { all } = surroundings.workers;
    // Strictly one after the other means: on one worker.
    this.underWay = definition.parallelism === 1 ? [0] : all.map(() => 0);
    this.preferredInFlight = definition.parallelism === 1 ? 1 : all.length * (1 + CHUNKS_AHEAD);
  }

  static async open(
    number: number,
    definition: LaneDefinition,
    surroundings: LaneSurroundings,
  ): Promise<GraphLane> {
    const facts = await surroundings.workers.each(({ lanes }) => lanes.open(number, definition));
    return new GraphLane(number, definition, facts[0]!, surroundings);
  }

  /** Workers are new. One that can't be opened any more fails with what is asked of it. */
  async reopen(): Promise<void> {
    const { workers } = this.surroundings;
    await workers.each(async ({ lanes }) => {
      try {
        await lanes.open(this.number, this.definition);
        if (this.isReleased) await lanes.release(this.number);
      } catch (error) {
        if (isLost(error)) throw error;
      }
    });
  }

  runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    return this.onIdlest(worker => worker.runChunk(this.number, chunk));
  }

  runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    return this.onIdlest(worker => worker.runValues(this.number, values));
  }

  async release(): Promise<void> {
    this.isReleased = true;
    this.surroundings.supervisor.recheck();
    await this.onEach(worker => worker.release(this.number));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.surroundings.closed(this);
    this.surroundings.supervisor.recheck();
    await this.onEach(worker => worker.close(this.number));
  }

  /** What lost workers were to do is done. */
  private async onEach(work: (worker: LaneService) => Promise<void>): Promise<void> {
    await this.surroundings.workers.each(async ({ lanes }) => {
      try {
        await work(lanes);
      } catch (error) {
        if (!isLost(error)) throw error;
      }
    });
  }

  private async onIdlest<T>(work: (worker: LaneService) => Promise<T>): Promise<T> {
    const { workers, supervisor } = this.surroundings;
    for (;;) {
      await supervisor.up(isGone => this.isClosed || (isGone && this.isReleased));
      let idlest = 0;
      for (let i = 1; i < this.underWay.length; i++) {
        if (this.underWay[i]! < this.underWay[idlest]!) idlest = i;
      }
      this.underWay[idlest]!++;
      try {
        return await work(workers.all[idlest]!.lanes);
      } catch (error) {
        if (!isLost(error) || this.isClosed) throw error;
      } finally {
        this.underWay[idlest]!--;
      }
    }
  }
}

function isLost(error: unknown): boolean {
  return error instanceof WeirError && error.code === 'graph.worker-lost';
}
