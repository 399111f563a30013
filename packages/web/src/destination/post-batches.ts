/** Groups results into requests and creates their bodies. */
import type { StandingOutput } from '@weir/contract';
import type { PostBatch } from '../definition/post-batch.js';

export interface PostItem {
  readonly result: StandingOutput;
  readonly text: string;
  /** Index within the delivered batch. */
  readonly index: number;
}

/**
 * Overhead of an array: two brackets, less the missing separator after the last result; and one separator per result.
 */
const FRAME_BYTES = 1;
const BETWEEN_BYTES = 1;

export class PostBatches {
  /** Results of one request stay together, so that a retry sends the same request. */
  private readonly together = new WeakMap<StandingOutput, object>();

  constructor(private readonly limits: PostBatch) {}

  /** Divides items into requests that are as large as allowed, in order. */
  divide(items: readonly PostItem[]): PostItem[][] {
    const { maxResults, maxBytes } = this.limits;
    const requests: PostItem[][] = [];
    let request: PostItem[] = [];
    let bytes = FRAME_BYTES;
    let group: object | undefined;
    for (const item of items) {
      const size = Buffer.byteLength(item.text) + BETWEEN_BYTES;
      const before = this.together.get(item.result);
      const isFull = request.length === maxResults || bytes + size > maxBytes;
      if (request.length > 0 && (isFull || before !== group)) {
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
      for (const { result } of items) this.together.set(result, key);
    }
    return requests;
  }

  bodyOf(items: readonly PostItem[]): string {
    const texts = items.map(({ text }) => text);
    return this.limits.format === 'NDJSON' ? texts.join('\n') + '\n' : `[${texts.join(',')}]`;
  }

  get contentType(): string {
    return this.limits.format === 'NDJSON' ? 'application/x-ndjson' : 'application/json';
  }
}
