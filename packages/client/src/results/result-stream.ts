/**
 * The results of a standing query, over as many connections as needed: each result exactly once, in the order in which
 * the service sends them.
 *
 * - Nothing is read ahead of the caller. A slow reader slows the stream, and pending results stay in the service.
 * - When a connection is lost, or the service disconnects a reader that consumed nothing for too long, a new connection
 *   resumes after the last result received. Repeated results are dropped.
 * - Results that the service no longer keeps are a gap. It ends the iteration with an error unless `onGap` is given.
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

/** A match, or the retraction of an earlier match; both have the same `meta.resultId`. */
export interface StandingResult<D = Record<string, unknown>> {
  readonly meta: ResultMeta;
  /** Keyed by column of the query's RETURN. */
  readonly data: D;
}

export interface ResultGap {
  readonly lastEventId: string;
  readonly message: string;
}

export interface ResultsOptions {
  /** `lastEventId` of an earlier stream, to resume after it. Absent: starts with results reported from now on. */
  readonly lastEventId?: string | undefined;
  /** Ends the stream; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when results were lost; the following results are all that the service keeps. If absent, a gap is an error,
   * `results.gap`.
   */
  readonly onGap?: ((gap: ResultGap) => void) | undefined;
  /** Called when a connection was lost or an attempt failed; the next attempt starts in `millis` milliseconds. */
  readonly onReconnect?: ((reason: WeirClientError, millis: number) => void) | undefined;
  /** Number of latest results remembered to detect duplicates. Default 20,000. */
  readonly remembered?: number | undefined;
  /** Milliseconds of silence before a new connection. Default 60,000; the service sends a heartbeat every 10,000. */
  readonly silenceLimit?: number | undefined;
}

const REMEMBERED = 20_000;
const SILENCE_LIMIT = 60_000;

export class ResultStream<D = Record<string, unknown>> implements AsyncIterableIterator<StandingResult<D>> {
  /**
   * Resolves when the service has responded: results from then on are delivered. Rejects with what `next` rejects with.
   */
  readonly opened: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly signal = this.stopping.signal;
  private isClosed = false;
  private readonly point: ResumePoint;
  private readonly delay: RetryDelay;
  private readonly seen: SeenResults;
  private readonly results: AsyncGenerator<StandingResult<D>, void, undefined>;

  /** Connects immediately. The first connection must succeed; lost ones are retried until one succeeds. */
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
    // The reader receives the error in any case.
    this.opened.catch(() => this.release());
    this.results = this.read(first);
  }

  /** Lets another stream resume after the last result that was returned. Absent: there was none. */
  get lastEventId(): string | undefined {
    return this.point.id;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<StandingResult<D>, void>> {
    return this.results.next();
  }

  /** Also called by leaving the loop. A pending `next` gets no result. */
  async return(): Promise<IteratorResult<StandingResult<D>, void>> {
    await this.close();
    return { done: true, value: undefined };
  }

  async close(): Promise<void> {
    this.stop();
    await this.results.return();
  }

  /** Called by the caller's signal. */
  private readonly abort = (): void => this.stopping.abort(this.options.signal?.reason);

  private stop(): void {
    this.isClosed ||= !this.signal.aborted;
    this.release();
    this.stopping.abort();
  }

  /**
   * Removes the listener from the caller's signal, which may outlive the stream: `AbortSignal.any` would leave an entry
   * there.
   */
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
          } else if (event === 'gap') this.reportGap(data);
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

  /** `undefined`: a duplicate. */
  private resultIn(data: string): StandingResult<D> | undefined {
    const result = parseExactly(data) as StandingResult<D>;
    const { resultId, isPositiveMatch } = result.meta;
    this.delay.reset();
    this.point.passed(resultId, isPositiveMatch);
    return this.seen.add(resultId, isPositiveMatch) ? result : undefined;
  }

  private reportGap(data: string): void {
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

  /** Rejects when a retry is pointless. */
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

/** The service is unreachable, not ready or overloaded; any other error would recur. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof WeirClientError)) return false;
  const { status } = error;
  return status === undefined || status >= 500 || status === 408 || status === 429;
}
