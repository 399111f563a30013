/**
 * Passes the results of a standing query to a loop. The query's consumer takes a batch (256 results at most) and
 * requests the next one when the loop has consumed it, so that a slow loop slows the query's writers.
 */
import type { StandingConsumer, StandingHandle, StandingOutput, Watch } from '@weir/contract';

/** A standing query that a watch has subscribed to. */
export interface WatchedQuery {
  readonly handle: StandingHandle;
  /** Stops the subscription, and removes the query if the watch registered it. */
  release(): Promise<void>;
}

export interface GraphWatchOptions {
  readonly signal: AbortSignal | undefined;
  readonly retractions: boolean;
  /** Called once; subscribes `consumer`. */
  readonly open: (consumer: StandingConsumer) => Promise<WatchedQuery>;
  /** The watch has ended and released its query. */
  readonly released: () => void;
}

interface Offer {
  readonly results: readonly StandingOutput[];
  readonly taken: () => void;
}

export class GraphWatch<R> implements Watch<R> {
  readonly ready: Promise<StandingHandle>;
  private readonly query: Promise<WatchedQuery>;
  private readonly results: AsyncGenerator<StandingOutput<R>, undefined, undefined>;
  private offer: Offer | undefined = undefined;
  private isOver = false;
  private failure: { readonly error: unknown } | undefined = undefined;
  private wake = (): void => undefined;
  private releasing: Promise<void> | undefined = undefined;

  constructor(private readonly options: GraphWatchOptions) {
    const { signal, open } = options;
    this.query = signal?.aborted ? Promise.reject(signal.reason as Error) : open(this.consumer);
    this.ready = this.query.then(({ handle }) => handle);
    // The iteration reports it.
    this.ready.catch(() => this.end());
    signal?.addEventListener('abort', this.abort, { once: true });
    this.results = this.read();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<StandingOutput<R>, undefined>> {
    return this.results.next();
  }

  async return(): Promise<IteratorResult<StandingOutput<R>, undefined>> {
    await this.close();
    return { done: true, value: undefined };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Ends the iteration, and starts to release the query. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.signal?.removeEventListener('abort', this.abort);
    this.offer?.taken();
    this.offer = undefined;
    this.wake();
    this.release().catch(() => undefined);
  }

  /** The iteration throws this error. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.failure = { error };
    this.end();
  }

  /** Rejects if the standing query could not be removed. */
  async close(): Promise<void> {
    this.end();
    await this.release();
    await this.results.return(undefined);
  }

  private readonly abort = (): void => this.fail(this.options.signal?.reason);

  private readonly consumer: StandingConsumer = results => {
    const wanted = this.options.retractions
      ? results
      : results.filter(({ isPositiveMatch }) => isPositiveMatch);
    if (this.isOver || wanted.length === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.offer = { results: wanted, taken: resolve };
      this.wake();
    });
  };

  private async *read(): AsyncGenerator<StandingOutput<R>, undefined, undefined> {
    try {
      await this.query;
      for (let offer = await this.nextOffer(); offer !== undefined; offer = await this.nextOffer()) {
        for (const result of offer.results) {
          if (this.isOver) break;
          yield result as StandingOutput<R>;
        }
        if (this.offer === offer) this.offer = undefined;
        offer.taken();
      }
    } finally {
      this.end();
      await this.release();
    }
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure.error;
    return undefined;
  }

  /** `undefined`: the watch is over. */
  private async nextOffer(): Promise<Offer | undefined> {
    while (this.offer === undefined && !this.isOver) {
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    return this.offer;
  }

  private release(): Promise<void> {
    this.releasing ??= this.query
      .then(
        query => query.release(),
        // Nothing was registered.
        () => undefined,
      )
      .finally(this.options.released);
    return this.releasing;
  }
}
