/** Error codes of a NATS server with JetStream. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { messageOf, WeirError } from '@weir/platform';

/** A condition of a write does not hold. */
export const WRONG_LAST_SEQUENCE = [10071, 10164] as const;
export const STREAM_NOT_FOUND = 10059;
export const MESSAGE_NOT_FOUND = 10037;

export function hasCode(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

export function directoryFailed(doing: string, cause: unknown): WeirError {
  const reason = messageOf(cause);
  return new WeirError('cluster.directory-failed', `The directory on NATS failed, ${doing}: ${reason}`, {
    cause,
  });
}
