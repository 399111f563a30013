/** A lane as its user sees it: the same lane on every worker; each chunk goes to the worker with the least to do. */
import { type Value, WeirError } from '@weir/model';
import type { WorkerQueryFacts, WorkerService } from '../contract/worker-service.js';
import type { ChunkOutcome, Lane, LaneDefinition, RecordChunk, ValueOutcome } from '@weir/contract';

/** Chunks per worker that are on their way while one is worked on. */
const CHUNKS_AHEAD = 2;

export class GraphLane implements Lane {
  private readonly underWay: number[];
  readonly preferredInFlight: number;

  constructor(
    private readonly number: number,
    private readonly workers: readonly WorkerService[],
    readonly facts: WorkerQueryFacts,
    definition: LaneDefinition,
  ) {
    // Strictly one after the other means: on one worker.
    this.underWay = definition.parallelism === 1 ? [0] : workers.map(() => 0);
    this.preferredInFlight = definition.parallelism === 1 ? 1 : workers.length * (1 + CHUNKS_AHEAD);
  }

  async runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    const outcome = await this.onIdlest(worker => worker.runChunk(this.number, chunk));
    const { failure, ...counts } = outcome;
    if (failure === null) return counts;
    return {
      ...counts,
      failure: { position: failure.position, error: WeirError.fromTransfer(failure.error) },
    };
  }

  async runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    const outcomes = await this.onIdlest(worker => worker.runValues(this.number, values));
    return outcomes.map(({ rows, error }) =>
      error === null ? { rows } : { rows, error: WeirError.fromTransfer(error) },
    );
  }

  async release(): Promise<void> {
    await Promise.all(this.workers.map(worker => worker.releaseLane(this.number)));
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map(worker => worker.closeLane(this.number)));
  }

  private async onIdlest<T>(work: (worker: WorkerService) => Promise<T>): Promise<T> {
    let idlest = 0;
    for (let i = 1; i < this.underWay.length; i++) {
      if (this.underWay[i]! < this.underWay[idlest]!) idlest = i;
    }
    this.underWay[idlest]!++;
    try {
      return await work(this.workers[idlest]!);
    } finally {
      this.underWay[idlest]!--;
    }
  }
}
