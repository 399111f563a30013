/**
 * Which hosts' stores are known to fail, as one host knows it. Who begins to write there is refused, so that while a
 * disk is full nothing gathers in memory that nobody was told is safe. What had begun goes on: half of it would be worse.
 */
import { type Clock, WeirError } from '@weir/model';

/** Of other hosts one hears only by writing to them: so long nobody does, after a failure. */
const BELIEVED_MILLIS = 1_000;

interface Failure {
  readonly error: WeirError;
  readonly until: number;
}

export class StoreFailures {
  private readonly others = new Map<number, Failure>();

  /** @param here what the store of this host failed with last, while it has something left to write. */
  constructor(
    private readonly index: number,
    private readonly here: () => WeirError | undefined,
    private readonly clock: Clock,
  ) {}

  /** What a message to another host failed with. */
  note(host: number, error: unknown): void {
    if (!(error instanceof WeirError) || error.code !== 'store.failed') return;
    this.others.set(host, { error, until: this.clock.now() + BELIEVED_MILLIS });
  }

  /** Why nobody should begin to write there. */
  of(host: number): WeirError | undefined {
    const error = host === this.index ? this.here() : this.heardOf(host);
    if (error === undefined) return undefined;
    const message = `Nothing was changed, since the store fails. ${error.message}`;
    return new WeirError('store.failed', message, { cause: error });
  }

  private heardOf(host: number): WeirError | undefined {
    const failure = this.others.get(host);
    if (failure === undefined || failure.until > this.clock.now()) return failure?.error;
    this.others.delete(host);
    return undefined;
  }
}
