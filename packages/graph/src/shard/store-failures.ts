/**
 * Tracks which workers' stores are known to fail, from the view of one worker. New writes there are rejected, so that
 * while a disk is full no unacknowledged changes gather in memory. Writes that have begun continue, because stopping
 * halfway would be worse.
 */
import { type Clock, WeirError } from '@weir/platform';
import type { GroupCommit } from './group-commit.js';

/** How long a failure of another worker is assumed to last. Its state is only known from writing to it. */
const BELIEVED_MILLIS = 1_000;

interface Failure {
  readonly error: WeirError;
  readonly until: number;
}

export class StoreFailures {
  private readonly others = new Map<number, Failure>();

  /** @param index number of this worker. */
  constructor(
    private readonly index: number,
    private readonly commits: GroupCommit,
    private readonly clock: Clock,
  ) {}

  /** Records the error of a message to another worker. */
  note(worker: number, error: unknown): void {
    if (!(error instanceof WeirError) || error.code !== 'store.failed') return;
    this.others.set(worker, { error, until: this.clock.now() + BELIEVED_MILLIS });
  }

  /** Returns why no new writes should be sent to that worker. */
  of(worker: number): WeirError | undefined {
    const error = worker === this.index ? this.commits.failure : this.failureOf(worker);
    if (error === undefined) return undefined;
    const message = `Nothing was changed because the store failed. ${error.message}`;
    return new WeirError('store.failed', message, { cause: error });
  }

  private failureOf(worker: number): WeirError | undefined {
    const failure = this.others.get(worker);
    if (failure === undefined || failure.until > this.clock.now()) return failure?.error;
    this.others.delete(worker);
    return undefined;
  }
}
