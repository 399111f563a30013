/**
 * Headers by which a receiver knows who posted, that nothing was changed, and what it has had already, as Standard Webhooks
 * (version 1 of its signatures) has them.
 */
import { createHash, createHmac } from 'node:crypto';
import type { StandingOutput } from '@weir/contract';

const ENCODED = /^whsec_/;

export interface PostSignature {
  /** Of one try. @param seconds since 1970. */
  headers(id: string, text: string, seconds: number): Record<string, string>;
}

/** @param secret as it is, or as Base64 behind `whsec_`. */
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

/** The same whenever the result is posted; rows that a query made of one result have different ones. */
export function postId({ resultId, isPositiveMatch }: StandingOutput, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${resultId}${isPositiveMatch ? '' : '-cancelled'}-${digest}`;
}

/** Of several results in one body: the same whenever the same ones are posted together. */
export function batchPostId(text: string, resultIds: readonly string[]): string {
  const digest = createHash('sha256').update(resultIds.join()).update('\n').update(text).digest('hex');
  return `batch-${digest.slice(0, 32)}`;
}
