/** Groups messages into requests and creates their bodies. */
import type { Message } from '@weir/plugins';
import type { PostBatch } from '../definition/post-batch.js';
import { haveOneTarget, type PostItem } from './post-item.js';

/**
 * Overhead of an array: two brackets, less the missing separator after the last message; and one separator per message.
 */
const FRAME_BYTES = 1;
const BETWEEN_BYTES = 1;

export class PostBatches {
  /** Messages of one request stay together, so that a retry sends the same request. */
  private readonly together = new WeakMap<Message, object>();

  constructor(private readonly limits: PostBatch) {}

  /** Divides messages into requests that are as large as allowed, in order. */
  divide(items: readonly PostItem[]): PostItem[][] {
    const { maxResults, maxBytes } = this.limits;
    const requests: PostItem[][] = [];
    let request: PostItem[] = [];
    let bytes = FRAME_BYTES;
    let group: object | undefined;
    for (const item of items) {
      const size = item.body.length + BETWEEN_BYTES;
      const before = this.together.get(item.message);
      const isFull = request.length === maxResults || bytes + size > maxBytes;
      const first = request[0];
      if (first !== undefined && (isFull || before !== group || !haveOneTarget(first, item))) {
        requests.push(request);
        request = [];
        bytes = FRAME_BYTES;
      }
      if (request.length === 0) group = before;
      request.push(item);
      bytes += size;
    }
    if (request.length > 0) requests.push(request);
    for (const items of requests) {
      const key = {};
      for (const { message } of items) this.together.set(message, key);
    }
    return requests;
  }

  bodyOf(items: readonly PostItem[]): Buffer {
    if (items[0]?.request?.hasLines === true) return Buffer.concat(items.map(({ body }) => body));
    const texts = items.map(({ body }) => Buffer.from(body).toString());
    const isLines = this.limits.format === 'NDJSON';
    return Buffer.from(isLines ? texts.join('\n') + '\n' : `[${texts.join(',')}]`);
  }

  get contentType(): string {
    return this.limits.format === 'NDJSON' ? 'application/x-ndjson' : 'application/json';
  }
}
