/**
 * Retries requests until they succeed, after increasing pauses. The source ends only if the very first request is
 * rejected; it waits for a queue or stream that does not exist yet.
 */
import { awsReason, isAwsRefusal } from '../connection/aws-problem.js';
import { type Logger, pause, type Scheduler, WeirError } from '@weir/platform';

export interface PatienceOptions {
  /** Description for messages: `SQS at https://...`. */
  readonly what: string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Errors, besides rejections, that end the source if they are the very first response. */
  readonly isFinal?: (error: unknown) => boolean;
  /** Ends all pauses. */
  readonly closing: AbortSignal;
}

const SHORTEST_PAUSE_MILLIS = 200;
const LONGEST_PAUSE_MILLIS = 10_000;

export class Patience {
  /** Current reason why no data arrives. */
  trouble: string | undefined;
  /** Whether it has responded before, in this run or an earlier one. */
  isKnownThere = false;
  private failures = 0;

  constructor(private readonly options: PatienceOptions) {}

  /** @returns `undefined` when the source is being closed. @throws WeirError as `failed` does. */
  async until<T>(attempt: () => Promise<T>): Promise<T | undefined> {
    const { closing } = this.options;
    while (!closing.aborted) {
      try {
        const answer = await attempt();
        this.answered();
        return answer;
      } catch (error) {
        await this.failed(error);
      }
    }
    return undefined;
  }

  answered(): void {
    if (this.trouble !== undefined) this.options.logger.log('info', `${this.options.what} responds again.`);
    this.trouble = undefined;
    this.failures = 0;
    this.isKnownThere = true;
  }

  /** @returns when the next attempt is due. @throws WeirError `ingest.invalid` if there must be none. */
  async failed(error: unknown): Promise<void> {
    const { what, logger, scheduler, closing, isFinal } = this.options;
    if (closing.aborted) return;
    if (error instanceof WeirError) throw error;
    const reason = `No response from ${what}: ${awsReason(error)}`;
    if (!this.isKnownThere && (isAwsRefusal(error) || isFinal?.(error) === true))
      throw new WeirError('ingest.invalid', reason, { cause: error });
    if (this.trouble !== reason) logger.log('warn', `${reason}. Retrying until it responds.`);
    this.trouble = reason;
    const millis = Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS * 2 ** Math.min(this.failures++, 16));
    await pause(scheduler, millis, closing);
  }
}
