/**
 * Headers that let a receiver verify the sender and contents of a request and detect duplicates, as defined by Standard
 * Webhooks (version 1 of its signatures).
 */
import { createHash, createHmac } from 'node:crypto';
import type { StandingOutput } from '@weir/contract';

const ENCODED = /^whsec_/;

export interface PostSignature {
  /** Headers of one attempt. @param seconds since the Unix epoch. */
  headers(id: string, text: string, seconds: number): Record<string, string>;
}

/** @param secret as plain text, or as Base64 after `whsec_`. */
export function postSignature(secret: string): PostSignature {
  const key = ENCODED.test(secret) ? Buffer.from(secret.replace(ENCODED, ''), 'base64') : Buffer.from(secret);
  return {
    headers(id, text, seconds) {
      const signature = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64');
      return {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
      };
    },
  };
}

/** Stable across retries of the result; rows that a query created from one result have different ids. */
export function postId({ resultId, isPositiveMatch }: StandingOutput, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${resultId}${isPositiveMatch ? '' : '-cancelled'}-${digest}`;
}

/** Id of several results in one body: stable whenever the same results are posted together. */
export function batchPostId(text: string, resultIds: readonly string[]): string {
  const digest = createHash('sha256').update(resultIds.join()).update('\n').update(text).digest('hex');
  return `batch-${digest.slice(0, 32)}`;
}
