/** A lane as its user sees it: the same lane on every host; each chunk goes to the host with the least to do. */
import { type Value, WeirError } from '@weir/model';
import type { HostQueryFacts, HostService } from '../contract/worker-service.js';
import type { ChunkOutcome, Lane, LaneDefinition, RecordChunk, ValueOutcome } from '../contract/streaming-graph.js';

/** Chunks per host that are on their way while one is worked on. */
const CHUNKS_AHEAD = 2;

export class GraphLane implements Lane {
  private readonly underWay: number[];
  readonly preferredInFlight: number;

  constructor(
    private readonly number: number,
    private readonly hosts: readonly HostService[],
    readonly facts: HostQueryFacts,
    definition: LaneDefinition,
  ) {
    // Strictly one after the other means: on one host.
    this.underWay = definition.parallelism === 1 ? [0] : hosts.map(() => 0);
    this.preferredInFlight = definition.parallelism === 1 ? 1 : hosts.length * (1 + CHUNKS_AHEAD);
  }

  async runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    const outcome = await this.onIdlest(host => host.runChunk(this.number, chunk));
    const { failure, ...counts } = outcome;
    if (failure === null) return counts;
    return {
      ...counts,
      failure: { position: failure.position, error: WeirError.fromTransfer(failure.error) },
    };
  }

  async runValues(values: readonly Value[]): Promise<readonly ValueOutcome[]> {
    const outcomes = await this.onIdlest(host => host.runValues(this.number, values));
    return outcomes.map(({ rows, error }) =>
      error === null ? { rows } : { rows, error: WeirError.fromTransfer(error) },
    );
  }

  async release(): Promise<void> {
    await Promise.all(this.hosts.map(host => host.releaseLane(this.number)));
  }

  async close(): Promise<void> {
    await Promise.all(this.hosts.map(host => host.closeLane(this.number)));
  }

  private async onIdlest<T>(work: (host: HostService) => Promise<T>): Promise<T> {
    let idlest = 0;
    for (let i = 1; i < this.underWay.length; i++) {
      if (this.underWay[i]! < this.underWay[idlest]!) idlest = i;
    }
    this.underWay[idlest]!++;
    try {
      return await work(this.hosts[idlest]!);
    } finally {
      this.underWay[idlest]!--;
    }
  }
}
