/** Retries transient errors after increasing pauses, as often as the definition says. */
import { Backoff, type Logger, type Scheduler } from '@weir/platform';
import { TransientSourceError } from '@weir/plugins';
import { SharingProblem } from './sharing-problem.js';

export interface TriesOptions {
  /** Number of retries after the first failure. */
  readonly maxRetries: number;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Ends all pauses. */
  readonly closing: AbortSignal;
}

const SHORTEST_PAUSE_MILLIS = 500;

export class Tries {
  /** Errors of requests that are currently being retried. */
  private readonly troubles = new Set<{ readonly reason: string }>();

  constructor(private readonly options: TriesOptions) {}

  /** Current reason why no data arrives. */
  get trouble(): string | undefined {
    return [...this.troubles].at(-1)?.reason;
  }

  /**
   * @param what description of the request.
   * @param attempt receives the error of the last attempt.
   * @throws SharingProblem `unreadable`, `refused`; `TransientSourceError` when all retries failed; any error when
   * closing.
   */
  async until<T>(what: string, attempt: (before?: SharingProblem) => Promise<T>): Promise<T> {
    const trouble = { reason: '' };
    try {
      return await this.tryOften(what, attempt, trouble);
    } finally {
      this.troubles.delete(trouble);
    }
  }

  private async tryOften<T>(
    what: string,
    attempt: (before?: SharingProblem) => Promise<T>,
    trouble: { reason: string },
  ): Promise<T> {
    const { maxRetries, scheduler, logger, closing } = this.options;
    const backoff = new Backoff(SHORTEST_PAUSE_MILLIS, scheduler, closing);
    let before: SharingProblem | undefined;
    for (let left = maxRetries; ; left--) {
      try {
        const answer = await attempt(before);
        if (before !== undefined) logger.log('info', `${what}: received after retries.`);
        return answer;
      } catch (error) {
        const mayPass =
          error instanceof SharingProblem && (error.kind === 'passing' || error.kind === 'expired');
        if (!mayPass || closing.aborted) throw error;
        const reason = `${what}: ${error.message}`;
        if (left <= 0)
          throw new TransientSourceError(`${reason} after ${maxRetries + 1} attempts`, { cause: error });
        if (trouble.reason !== reason) logger.log('warn', `${reason}. Retrying.`);
        trouble.reason = reason;
        this.troubles.add(trouble);
        before = error;
        if (!(await backoff.pause(error.retryAfterMillis))) throw error;
      }
    }
  }
}
