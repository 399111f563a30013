/** A lane as its user sees it: the same lane on every worker; each chunk goes to the worker with the least to do. */
import type { Value } from '@weir/model';
import type { LaneService } from '../contract/lane-service.js';
import type {
  ChunkOutcome,
  Lane,
  LaneDefinition,
  QueryFacts,
  RecordChunk,
  ValueOutcome,
} from '@weir/contract';

/** Chunks per worker that are on their way while one is worked on. */
const CHUNKS_AHEAD = 2;

export class GraphLane implements Lane {
  private readonly underWay: number[];
  readonly preferredInFlight: number;

  constructor(
    private readonly number: number,
    private readonly workers: readonly LaneService[],
    readonly facts: QueryFacts,
    definition: LaneDefinition,
  ) {
    // Strictly one after the other means: on one worker.
    this.underWay = definition.parallelism === 1 ? [0] : workers.map(() => 0);
    this.preferredInFlight = definition.parallelism === 1 ? 1 : workers.length * (1 + CHUNKS_AHEAD);
  }

  runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    return this.onIdlest(worker => worker.runChunk(this.number, chunk));
  }

  runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    return this.onIdlest(worker => worker.runValues(this.number, values));
  }

  async release(): Promise<void> {
    await Promise.all(this.workers.map(worker => worker.release(this.number)));
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map(worker => worker.close(this.number)));
  }

  private async onIdlest<T>(work: (worker: LaneService) => Promise<T>): Promise<T> {
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
