/**
 * Writes to the graph as an ingest stream does: in small batches, each acknowledged when it is durable, and written
 * again after a crash if it was not.
 */
import type { GraphSession } from '@weir/cypher';
import type { GraphHost } from '@weir/graph';
import type { SeededRandom } from '@weir/graph/testing';
import { applyWrite, type Write } from './random-write.js';

export class WritingClient {
  private session: GraphSession | undefined = undefined;
  private batch: Write[] = [];
  /** Batches that are not acknowledged, in order. */
  private pending: Write[][] = [];
  private failure: Error | undefined = undefined;

  constructor(
    private readonly host: () => GraphHost,
    private readonly random: SeededRandom,
  ) {}

  write(write: Write): void {
    this.session ??= this.host().session();
    applyWrite(write, this.session);
    this.batch.push(write);
    if (this.random.chance(0.5)) this.session.flush();
    if (this.random.chance(0.4)) this.finishBatch();
  }

  finishBatch(): void {
    const { session, batch } = this;
    if (session === undefined) return;
    this.session = undefined;
    this.batch = [];
    this.pending.push(batch);
    session.flush();
    Promise.resolve(session.settled()).then(
      () => (this.pending = this.pending.filter(each => each !== batch)),
      (error: unknown) => (this.failure ??= error instanceof Error ? error : new Error(String(error))),
    );
  }

  get isSettled(): boolean {
    if (this.failure !== undefined) throw this.failure;
    return this.session === undefined && this.pending.length === 0;
  }

  /** The host died. @returns what has to be written again, in order. */
  afterCrash(): readonly Write[] {
    const lost = [...this.pending, this.batch].flat();
    this.session = undefined;
    this.batch = [];
    this.pending = [];
    return lost;
  }
}
