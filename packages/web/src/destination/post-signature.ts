/**
 * Headers that let a receiver verify the sender and contents of a request and detect duplicates, as defined by Standard
 * Webhooks (version 1 of its signatures).
 */
import { createHash, createHmac } from 'node:crypto';
import type { Message } from '@weir/plugins';

const ENCODED = /^whsec_/;

export interface PostSignature {
  /** Headers of one attempt. @param seconds since the Unix epoch. */
  headers(id: string, body: Uint8Array, seconds: number): Record<string, string>;
}

/** @param secret as plain text, or as Base64 after `whsec_`. */
export function postSignature(secret: string): PostSignature {
  const key = ENCODED.test(secret) ? Buffer.from(secret.replace(ENCODED, ''), 'base64') : Buffer.from(secret);
  return {
    headers(id, body, seconds) {
      const signature = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64');
      return {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
      };
    },
  };
}

/** Stable across retries of the message; rows that a query created from one result have different ids. */
export function postId({ id, isRetraction, data }: Message): string {
  const digest = createHash('sha256').update(data).digest('hex').slice(0, 16);
  return `${id}${isRetraction ? '-cancelled' : ''}-${digest}`;
}

/** Id of several messages in one body: stable whenever the same messages are posted together. */
export function batchPostId(body: Uint8Array, messages: readonly Message[]): string {
  const ids = messages.map(({ id }) => id).join();
  const digest = createHash('sha256').update(ids).update('\n').update(body).digest('hex');
  return `batch-${digest.slice(0, 32)}`;
}
