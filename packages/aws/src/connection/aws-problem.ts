import { isError } from '@weir/model';
/** What errors of the clients mean. */

interface ServiceError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** In one line, with the name that AWS gives it. */
export function awsReason(error: unknown): string {
  if (!isError(error)) return String(error);
  const { name, code, message } = error as ServiceError;
  if (error instanceof AggregateError && message === '')
    return awsReason((error.errors as readonly unknown[]).at(-1));
  if (name !== 'Error' && !message.includes(name)) return message === '' ? name : `${name}: ${message}`;
  return message === '' ? (code ?? name) : message;
}

export function awsErrorIs(error: unknown, ...names: readonly string[]): boolean {
  return isError(error) && names.some(name => namesOf(error).includes(name));
}

/** AWS knows who asks, and does not let it in; or there is nobody to ask as. Trying again soon is of no use. */
export function isAwsRefusal(error: unknown): boolean {
  return awsErrorIs(error, ...REFUSALS);
}

/** There is too much at the moment, or the service or the way to it is out of order. */
export function mayPass(error: unknown): boolean {
  if (awsErrorIs(error, ...THROTTLED)) return true;
  const status = (error as ServiceError).$metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 429;
}

/** Older protocols have names such as `AWS.SimpleQueueService.NonExistentQueue`. */
function namesOf(error: Error): string[] {
  const { name, Code, __type } = error as Error & { Code?: string; __type?: string };
  return [name, Code, __type]
    .filter(each => typeof each === 'string')
    .map(each => each.slice(Math.max(each.lastIndexOf('.'), each.lastIndexOf('#')) + 1));
}

const REFUSALS = [
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationError',
  'AuthorizationErrorException',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidSecurityException',
  'InvalidSecurity',
  'MissingAuthenticationToken',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
];

const THROTTLED = [
  'KMSThrottlingException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestThrottled',
  'ThrottledException',
  'ThrottlingException',
  'TooManyRequestsException',
];
