/**
 * Writes to the graph like an ingest stream: in small batches, each acknowledged once it is durable, and repeated after
 * a crash if it was not.
 */
import type { GraphSession } from '@weir/cypher';
import type { GraphWorker } from '@weir/graph';
import type { SeededRandom } from '@weir/graph/testing';
import { applyEffect, runStatement } from './apply-write.js';
import type { Write } from './random-write.js';
import { isError } from '@weir/platform';

interface PendingBatch {
  readonly writes: readonly Write[];
  isDurable: boolean;
}

export class WritingClient {
  private session: GraphSession | undefined = undefined;
  private batch: Write[] = [];
  /** Batches from the first unacknowledged one on, in order. */
  private pending: PendingBatch[] = [];
  private failure: Error | undefined = undefined;

  constructor(
    private readonly worker: () => GraphWorker,
    private readonly random: SeededRandom,
  ) {}

  write(write: Write): void {
    if (write.kind === 'statement') {
      const worker = this.worker();
      this.await([write], runStatement(write.text, worker.session(), worker.environment));
      return;
    }
    this.session ??= this.worker().session();
    applyEffect(write, this.session.effects);
    this.batch.push(write);
    if (this.random.chance(0.5)) this.session.flush();
    if (this.random.chance(0.4)) this.finishBatch();
  }

  finishBatch(): void {
    const { session, batch } = this;
    if (session === undefined) return;
    this.session = undefined;
    this.batch = [];
    session.flush();
    this.await(batch, Promise.resolve(session.settled()));
  }

  get isSettled(): boolean {
    if (this.failure !== undefined) throw this.failure;
    return this.session === undefined && this.pending.length === 0;
  }

  /**
   * Call when the worker has died. @returns the writes to repeat, in order: all from the first unacknowledged one on.
   */
  afterCrash(): readonly Write[] {
    const lost = [...this.pending.flatMap(({ writes }) => writes), ...this.batch];
    this.session = undefined;
    this.batch = [];
    this.pending = [];
    return lost;
  }

  private await(writes: readonly Write[], settled: Promise<void>): void {
    const batch = { writes, isDurable: false };
    this.pending.push(batch);
    settled.then(
      () => {
        batch.isDurable = true;
        while (this.pending[0]?.isDurable === true) this.pending.shift();
      },
      (error: unknown) => (this.failure ??= isError(error) ? error : new Error(String(error))),
    );
  }
}
