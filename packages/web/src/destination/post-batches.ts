/** Groups messages into requests and creates their bodies. */
import type { Message } from '@weir/plugins';
import type { PostBatch } from '../definition/post-batch.js';

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
  divide(messages: readonly Message[]): Message[][] {
    const { maxResults, maxBytes } = this.limits;
    const requests: Message[][] = [];
    let request: Message[] = [];
    let bytes = FRAME_BYTES;
    let group: object | undefined;
    for (const message of messages) {
      const size = message.data.length + BETWEEN_BYTES;
      const before = this.together.get(message);
      const isFull = request.length === maxResults || bytes + size > maxBytes;
      if (request.length > 0 && (isFull || before !== group)) {
        requests.push(request);
        request = [];
        bytes = FRAME_BYTES;
      }
      if (request.length === 0) group = before;
      request.push(message);
      bytes += size;
    }
    if (request.length > 0) requests.push(request);
    for (const messagesOfRequest of requests) {
      const key = {};
      for (const message of messagesOfRequest) this.together.set(message, key);
    }
    return requests;
  }

  bodyOf(messages: readonly Message[]): Buffer {
    const texts = messages.map(({ data }) => Buffer.from(data).toString());
    return Buffer.from(this.limits.format === 'NDJSON' ? texts.join('\n') + '\n' : `[${texts.join(',')}]`);
  }

  get contentType(): string {
    return this.limits.format === 'NDJSON' ? 'application/x-ndjson' : 'application/json';
  }
}
