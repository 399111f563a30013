import type { Logger, Scheduler } from '@weir/platform';
import { Attempts } from '@weir/plugins/reconnecting';
import { awsReason, isAwsRefusal } from '../connection/aws-problem.js';

export interface AwsSender {
  /** Name of the sender in messages: `SQS, https://...`. */
  readonly sender: string;
  /** Errors, besides rejections, that end the source if they are the very first response. */
  readonly isFinal?: (error: unknown) => boolean;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Ends all pauses. */
  readonly closing: AbortSignal;
}

/** Retries requests to AWS until they succeed; waits for a queue or stream that does not exist yet. */
export function awsAttempts({ sender, isFinal, scheduler, logger, closing }: AwsSender): Attempts {
  const isRefusal = (error: unknown): boolean => isAwsRefusal(error) || isFinal?.(error) === true;
  return new Attempts({ sender, reasonOf: awsReason, isRefusal, scheduler, logger }, closing);
}
