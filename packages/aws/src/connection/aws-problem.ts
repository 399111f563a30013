/** Interprets the errors of the clients. */
import { isError } from '@weir/platform';

interface ServiceError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

const MOVED_PERMANENTLY = 301;

/** Returns the error in one line, with the name that AWS gives it. */
export function awsReason(error: unknown): string {
  if (!isError(error)) return String(error);
  const { name, code, message } = error as ServiceError;
  if (error instanceof AggregateError && message === '')
    return awsReason((error.errors as readonly unknown[]).at(-1));
  const region = bucketRegionOf(error);
  if (region !== undefined) return `The S3 bucket is in the region ${region}`;
  if (name !== 'Error' && !message.includes(name)) return message === '' ? name : `${name}: ${message}`;
  return message === '' ? (code ?? name) : message;
}

/** Returns the region that S3 names when it was asked in another one; its own message names none. */
function bucketRegionOf({ $metadata, $response }: ServiceError): string | undefined {
  if ($metadata?.httpStatusCode !== MOVED_PERMANENTLY) return undefined;
  return $response?.headers?.['x-amz-bucket-region'];
}

export function awsErrorIs(error: unknown, ...names: readonly string[]): boolean {
  return isError(error) && names.some(name => namesOf(error).includes(name));
}

/**
 * Returns whether AWS rejected the credentials or the operation, or credentials are missing. An early retry is
 * pointless.
 */
export function isAwsRefusal(error: unknown): boolean {
  return awsErrorIs(error, ...REFUSALS);
}

/** Returns whether the error is transient: throttling, or a failure of the service or the network. */
export function mayPass(error: unknown): boolean {
  if (awsErrorIs(error, ...THROTTLED)) return true;
  const status = (error as ServiceError).$metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 429;
}

/** Older protocols use names such as `AWS.SimpleQueueService.NonExistentQueue`. */
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
