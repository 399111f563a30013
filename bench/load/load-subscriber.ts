/** One reader of the results of the load: a steady one, a slow one, or one whose connection is lost repeatedly. */
import type { ClientEnvironment, ResultStream, WeirClient, WeirClientError } from '@weir/client';

export type SubscriberKind = 'steady' | 'slow' | 'dropping';

export interface LoadResult {
  readonly no: number;
  readonly at: number;
}

/** A slow reader pauses for this long after this many results. */
const SLOW_RESULTS = 150;
const SLOW_MILLIS = 4000;
const DROP_MILLIS = [500, 4500] as const;

export class LoadSubscriber {
  /** In the order of arrival. */
  readonly numbers: number[] = [];
  /** Milliseconds from sending a record to the arrival of its result. */
  readonly latencies: number[] = [];
  reconnects = 0;

  constructor(readonly kind: SubscriberKind) {}

  /** Reads until `total` results have arrived; the total is known only late. Rejects when the stream ends before. */
  async read(client: WeirClient, opened: () => void, total: () => number | undefined): Promise<void> {
    const results = await this.open(client);
    opened();
    for await (const { data } of results) {
      this.numbers.push(data.no);
      this.latencies.push(Date.now() - data.at);
      if (this.numbers.length === total()) break;
      if (this.kind === 'slow' && this.numbers.length % SLOW_RESULTS === 0) await rest(SLOW_MILLIS);
    }
  }

  private async open(client: WeirClient): Promise<ResultStream<LoadResult>> {
    for (;;) {
      const results = client.results<LoadResult>('load', { onReconnect: reason => this.lost(reason) });
      try {
        await results.opened;
        return results;
      } catch (error) {
        // The connection may be lost before it is established; then there is nothing to resume from yet.
        if (this.kind !== 'dropping') throw error;
      }
    }
  }

  private lost(_reason: WeirClientError): void {
    this.reconnects++;
  }
}

export function rest(millis: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, millis));
}

/** A network that closes each connection after a while. */
export const unsteadyNetwork: ClientEnvironment = {
  fetch: async request => {
    const cut = new AbortController();
    const [least, more] = DROP_MILLIS;
    setTimeout(
      () => cut.abort(new TypeError('the connection is lost')),
      least + Math.random() * more,
    ).unref();
    return fetch(request, { signal: AbortSignal.any([request.signal, cut.signal]) });
  },
  after: (millis, action) => {
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
