/** A query that writes values, over a lane. */
import type { Lane, Writer, WriterOptions, LaneDefinition } from '@weir/contract';
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';

export class GraphWriter<V extends Value> implements Writer<V> {
  private readonly inFlight = new Set<Promise<void>>();
  private closing: Promise<void> | undefined = undefined;

  constructor(private readonly lane: Lane) {}

  async write(values: readonly V[]): Promise<void> {
    if (this.closing !== undefined) {
      throw new WeirError('graph.closed', 'The writer is closed: open another one with graph.writer().');
    }
    const writing = this.run(values);
    this.inFlight.add(writing);
    try {
      await writing;
    } finally {
      this.inFlight.delete(writing);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async run(values: readonly V[]): Promise<void> {
    const outcomes = await this.lane.runValues(values);
    const failed = outcomes.find(({ error }) => error !== undefined);
    if (failed?.error !== undefined) throw failed.error;
  }

  private async finish(): Promise<void> {
    await this.lane.release();
    await Promise.allSettled(this.inFlight);
    await this.lane.close();
  }
}

export function writerLane(
  query: string,
  { name = 'writer', parameter = 'that', parallelism, waitsForResults = true }: WriterOptions,
): LaneDefinition {
  const lane = { name, query, parameter, heldByResults: waitsForResults };
  return parallelism === undefined ? lane : { ...lane, parallelism };
}
