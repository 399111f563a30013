/**
 * The results of a standing query, over as many connections as it takes: each result once, none lost, in the order in
 * which the service tells them.
 *
 * Nothing is read that nobody asked for: a slow reader slows the stream, and what waits, waits in the service. When a
 * connection is lost (or the service cuts off a reader that took nothing for too long), a new one goes on after the last
 * result that came; what comes twice then is left out. What the service does not keep any more is a gap, and ends the
 * iteration with an error unless `onGap` says that it may go on.
 */
import type { components } from '../generated/v1.js';
import { parseExactly } from '../exact-json.js';
import type { Service } from '../service.js';
import { WeirClientError } from '../weir-client-error.js';
import { ResultConnection } from './result-connection.js';
import { ResumePoint } from './resume-point.js';
import { RetryDelay } from './retry-delay.js';
import { SeenResults } from './seen-results.js';

export type ResultMeta = components['schemas']['StandingQueryResult']['meta'];

/** A match, or the cancellation of an earlier match: they have the same `meta.resultId`. */
export interface StandingResult<D = Record<string, unknown>> {
  readonly meta: ResultMeta;
  /** By column of the query's RETURN. */
  readonly data: D;
}

export interface ResultGap {
  readonly lastEventId: string;
  readonly message: string;
}

export interface ResultsOptions {
  /** `lastEventId` of an earlier stream: goes on after it. Absent: with what is reported from now on. */
  readonly lastEventId?: string | undefined;
  /** Ends the stream; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Results were lost, and those that follow are all that is kept. Without it that is an error, `results.gap`. */
  readonly onGap?: ((gap: ResultGap) => void) | undefined;
  /** The connection is lost, or there was none again; the next attempt comes in so many milliseconds. */
  readonly onReconnect?: ((reason: WeirClientError, millis: number) => void) | undefined;
  /** How many of the latest results are remembered to tell what comes twice. Default 20,000. */
  readonly remembered?: number | undefined;
  /** Milliseconds without a sign of life before a new connection. Default 60,000; the service shows one each 10,000. */
  readonly silenceLimit?: number | undefined;
}

const REMEMBERED = 20_000;
const SILENCE_LIMIT = 60_000;

export class ResultStream<D = Record<string, unknown>> implements AsyncIterableIterator<StandingResult<D>> {
  /** Resolves when the service has answered: results from then on will come. Rejects with what `next` rejects with. */
  readonly opened: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly signal = this.stopping.signal;
  private isClosed = false;
  private readonly point: ResumePoint;
  private readonly delay: RetryDelay;
  private readonly seen: SeenResults;
  private readonly results: AsyncGenerator<StandingResult<D>, void, undefined>;

  /** Connects at once. The first connection has to succeed; lost ones are made anew for as long as it takes. */
  constructor(
    private readonly service: Service,
    private readonly name: string,
    private readonly options: ResultsOptions = {},
  ) {
    const { lastEventId, signal, remembered = REMEMBERED } = options;
    if (signal?.aborted === true) this.abort();
    else signal?.addEventListener('abort', this.abort, { once: true });
    this.point = new ResumePoint(lastEventId);
    this.delay = new RetryDelay(service.environment.random);
    this.seen = new SeenResults(remembered);
    const first = this.connect();
    this.opened = first.then(() => undefined);
    // Whoever reads is told in any case.
    this.opened.catch(() => this.release());
    this.results = this.read(first);
  }

  /** With it another stream goes on after the last result that was given out. Absent: there was none. */
  get lastEventId(): string | undefined {
    return this.point.id;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<StandingResult<D>, void>> {
    return this.results.next();
  }

  /** Also by leaving the loop. Who waits for a result gets none. */
  async return(): Promise<IteratorResult<StandingResult<D>, void>> {
    await this.close();
    return { done: true, value: undefined };
  }

  async close(): Promise<void> {
    this.stop();
    await this.results.return();
  }

  /** By the caller's signal. */
  private readonly abort = (): void => this.stopping.abort(this.options.signal?.reason);

  private stop(): void {
    this.isClosed ||= !this.signal.aborted;
    this.release();
    this.stopping.abort();
  }

  /** The caller's signal, which may last for long, keeps nothing of it: `AbortSignal.any` would leave an entry there. */
  private release(): void {
    this.options.signal?.removeEventListener('abort', this.abort);
  }

  private async *read(first: Promise<ResultConnection>): AsyncGenerator<StandingResult<D>, void, undefined> {
    let connection: ResultConnection | undefined;
    try {
      connection = await first;
      for (;;) {
        let events;
        try {
          events = await connection.read();
        } catch (error) {
          void connection.close();
          connection = await this.reconnect(error);
          continue;
        }
        for (const { event, id, data } of events) {
          if (event === 'result') {
            const result = this.resultIn(data);
            if (result !== undefined) yield result;
          } else if (event === 'gap') this.tellGap(data);
          else if (id !== undefined) this.point.mark(id);
        }
      }
    } catch (error) {
      if (!this.isClosed) throw error;
    } finally {
      this.stop();
      void connection?.close();
    }
  }

  /** `undefined`: it was seen. */
  private resultIn(data: string): StandingResult<D> | undefined {
    const result = parseExactly(data) as StandingResult<D>;
    const { resultId, isPositiveMatch } = result.meta;
    this.delay.reset();
    this.point.passed(resultId, isPositiveMatch);
    return this.seen.add(resultId, isPositiveMatch) ? result : undefined;
  }

  private tellGap(data: string): void {
    const gap = JSON.parse(data) as ResultGap;
    if (this.options.onGap === undefined) throw new WeirClientError('results.gap', gap.message);
    this.options.onGap(gap);
  }

  private connect(): Promise<ResultConnection> {
    return ResultConnection.open(this.service, {
      name: this.name,
      lastEventId: this.point.id,
      signal: this.signal,
      silenceLimit: this.options.silenceLimit ?? SILENCE_LIMIT,
      onRetry: millis => this.delay.atLeast(millis),
    });
  }

  /** Rejects when it is of no use to try again. */
  private async reconnect(lost: unknown): Promise<ResultConnection> {
    let reason = lost;
    for (;;) {
      this.signal.throwIfAborted();
      const millis = this.delay.next();
      this.options.onReconnect?.(asClientError(reason), millis);
      await this.pause(millis);
      try {
        return await this.connect();
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        reason = error;
      }
    }
  }

  private pause(millis: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        cancel();
        reject(this.signal.reason as Error);
      };
      const cancel = this.service.environment.after(millis, () => {
        this.signal.removeEventListener('abort', aborted);
        resolve();
      });
      this.signal.addEventListener('abort', aborted, { once: true });
    });
  }
}

function asClientError(error: unknown): WeirClientError {
  if (error instanceof WeirClientError) return error;
  return new WeirClientError('connection.broken', 'The connection was lost', undefined, { cause: error });
}

/** The service is not there, not ready, or has too much to do; anything else would be the same again. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof WeirClientError)) return false;
  const { status } = error;
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
