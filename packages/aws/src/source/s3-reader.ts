/** The bytes of an S3 object from any offset. A broken connection is replaced by another one, which resumes. */
import type { Readable } from 'node:stream';
import { awsErrorIs } from '../connection/aws-problem.js';
import type { S3Object, S3State } from '../connection/s3-object.js';
import { WeirError } from '@weir/platform';
import { type RandomAccess, StreamReader } from '@weir/formats/cutting';
import type { Attempts } from '@weir/plugins/reconnecting';

export class S3Reader implements RandomAccess {
  private stream: Readable | undefined;
  private reader: StreamReader | undefined;

  constructor(
    private readonly object: S3Object,
    private readonly state: S3State,
    private offset: number,
    private readonly attempts: Attempts,
    private readonly closing: AbortSignal,
    /** Nothing beyond this is requested. */
    private readonly end = state.size,
  ) {}

  /** Offset of what `read` returns next. */
  get bytesRead(): number {
    return this.offset;
  }

  async read(into: Uint8Array, offset: number): Promise<number> {
    const length = await this.attempts.until(() => this.readOnce(into, offset));
    return length ?? 0;
  }

  size(): Promise<number> {
    return Promise.resolve(this.state.size);
  }

  async bytesAt(offset: number, length: number): Promise<Uint8Array> {
    const { object, state, attempts, closing } = this;
    const bytes = new Uint8Array(length);
    const reader = new S3Reader(object, state, offset, attempts, closing, offset + length);
    let filled = 0;
    while (filled < length) {
      const count = await reader.read(bytes, filled);
      if (count === 0) break;
      filled += count;
    }
    await reader.close();
    return bytes.subarray(0, filled);
  }

  /** Skips bytes that were read by other means. */
  seek(offset: number): void {
    this.offset = offset;
  }

  async close(): Promise<void> {
    await this.reader?.close();
    this.stream?.destroy();
  }

  private async readOnce(into: Uint8Array, offset: number): Promise<number> {
    const { etag } = this.state;
    if (this.offset >= this.end) return 0;
    try {
      if (this.reader === undefined) {
        this.stream = await this.object.from(this.offset, this.end, etag, this.closing);
        this.reader = new StreamReader(this.stream);
      }
      const length = await this.reader.read(into, offset);
      if (length === 0 && !this.closing.aborted) throw new Error('the object ended early');
      this.offset += length;
      return length;
    } catch (error) {
      this.stream?.destroy();
      this.reader = undefined;
      if (awsErrorIs(error, 'PreconditionFailed', 'NoSuchKey')) throw objectChanged();
      throw error;
    }
  }
}

export function objectChanged(): WeirError {
  return new WeirError(
    'ingest.source-changed',
    'The S3 object is not the one that was read before. Delete the stream and create it again to read it as it ' +
      'is now.',
  );
}
