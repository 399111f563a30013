import { isError } from '@weir/platform';
/** Interprets the nested errors of the client. */

interface ClientError extends Error {
  readonly code?: string;
  readonly apiId?: string;
  readonly errors?: readonly unknown[];
  readonly response?: unknown;
}

/** Yields the error and all its causes. */
export function* kafkaErrorsWithin(error: unknown): Generator<ClientError> {
  if (!isError(error)) return;
  const known = error as ClientError;
  yield known;
  for (const inner of known.errors ?? []) yield* kafkaErrorsWithin(inner);
  yield* kafkaErrorsWithin(known.cause);
}

/** Returns the innermost cause, in one line. */
export function kafkaReason(error: unknown): string {
  let reason = isError(error) ? error : new Error(String(error));
  for (const inner of kafkaErrorsWithin(error)) if (inner.message !== '') reason = inner;
  const { code, apiId } = reason as ClientError;
  const name = apiId ?? code;
  const message = reason.message || reason.name;
  return name === undefined || message.includes(name) || name.startsWith('PLT_')
    ? message
    : `${message} (${name})`;
}

/** Returns whether the broker rejected the login or an operation of this client. A retry is pointless. */
export function isKafkaRefusal(error: unknown): boolean {
  for (const { code, apiId } of kafkaErrorsWithin(error)) {
    if (code === 'PLT_KFK_AUTHENTICATION' || (apiId !== undefined && REFUSALS.has(apiId))) return true;
  }
  return false;
}

const REFUSALS: ReadonlySet<string> = new Set([
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_GROUP_ID',
]);

export function kafkaErrorIs(error: unknown, id: string): boolean {
  for (const { apiId } of kafkaErrorsWithin(error)) if (apiId === id) return true;
  return false;
}

/** Returns the first response that an error in the chain carries. */
export function kafkaResponseOf(error: unknown): unknown {
  for (const { response } of kafkaErrorsWithin(error)) if (response !== undefined) return response;
  return undefined;
}
