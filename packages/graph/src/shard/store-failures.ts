/**
 * Which workers' stores are known to fail, as one worker knows it. Who begins to write there is refused, so that while a
 * disk is full nothing gathers in memory that nobody was told is safe. What had begun goes on: half of it would be worse.
 */
import { type Clock, WeirError } from '@weir/model';
import type { GroupCommit } from './group-commit.js';

/** Of other workers one hears only by writing to them: so long nobody does, after a failure. */
const BELIEVED_MILLIS = 1_000;

interface Failure {
  readonly error: WeirError;
  readonly until: number;
}

export class StoreFailures {
  private readonly others = new Map<number, Failure>();

  /** @param index of this worker, and what it commits. */
  constructor(
    private readonly index: number,
    private readonly commits: GroupCommit,
    private readonly clock: Clock,
  ) {}

  /** What a message to another worker failed with. */
  note(worker: number, error: unknown): void {
    if (!(error instanceof WeirError) || error.code !== 'store.failed') return;
    this.others.set(worker, { error, until: this.clock.now() + BELIEVED_MILLIS });
  }

  /** Why nobody should begin to write there. */
  of(worker: number): WeirError | undefined {
    const error = worker === this.index ? this.commits.failure : this.heardOf(worker);
    if (error === undefined) return undefined;
    const message = `Nothing was changed because the store fails. ${error.message}`;
    return new WeirError('store.failed', message, { cause: error });
  }

  private heardOf(worker: number): WeirError | undefined {
    const failure = this.others.get(worker);
    if (failure === undefined || failure.until > this.clock.now()) return failure?.error;
    this.others.delete(worker);
    return undefined;
  }
}
