/** Writes an object of unknown length in parts. The object exists when the upload is completed. */
import type { S3Access } from '../connection/s3-client.js';

/** S3 accepts up to 10,000 parts. */
const PARTS_OF_ONE_SIZE = 2_000;
const FIRST_PART_BYTES = 8 << 20;

/** Size of a part, by its number from 1. Doubles with the length of the object: 10,000 parts have 484 GiB. */
export function partBytes(number: number): number {
  return FIRST_PART_BYTES * 2 ** Math.floor((number - 1) / PARTS_OF_ONE_SIZE);
}

interface SentPart {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

/** Holds two parts in memory: one is filled while the other is sent. */
export class PartUpload {
  private readonly sent: SentPart[] = [];
  private sending: Promise<void> = Promise.resolve();
  private part = Buffer.allocUnsafe(partBytes(1));
  private filled = 0;
  private number = 1;
  /** Number of bytes so far. */
  bytes = 0;

  private constructor(
    private readonly access: S3Access,
    private readonly upload: {
      readonly Bucket: string;
      readonly Key: string;
      readonly UploadId: string;
    },
  ) {}

  static async begin(access: S3Access, bucket: string, key: string): Promise<PartUpload> {
    const object = { Bucket: bucket, Key: key };
    const { UploadId } = await access.client.send(new access.sdk.CreateMultipartUploadCommand(object));
    return new PartUpload(access, { ...object, UploadId: UploadId! });
  }

  /** Copies the chunk. Resolves when there is room for more. */
  async add(chunk: Uint8Array): Promise<void> {
    for (let start = 0; start < chunk.length;) {
      const taken = chunk.subarray(start, start + this.part.length - this.filled);
      this.part.set(taken, this.filled);
      this.filled += taken.length;
      this.bytes += taken.length;
      start += taken.length;
      if (this.filled === this.part.length) await this.flush();
    }
  }

  async complete(): Promise<void> {
    // At least one part is required.
    if (this.filled > 0 || this.number === 1) await this.flush();
    await this.sending;
    const { client, sdk } = this.access;
    const MultipartUpload = { Parts: this.sent };
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...this.upload, MultipartUpload }));
  }

  async abort(): Promise<void> {
    // A part that arrives after the abort would stay.
    await this.sending.catch(() => undefined);
    const { client, sdk } = this.access;
    await client.send(new sdk.AbortMultipartUploadCommand(this.upload));
  }

  /** Sends the part as soon as the part before it was accepted. */
  private async flush(): Promise<void> {
    const content = this.part.subarray(0, this.filled);
    const number = this.number++;
    await this.sending;
    this.sending = this.send(number, content);
    // Its error is thrown where `sending` is awaited.
    this.sending.catch(() => undefined);
    this.part = Buffer.allocUnsafe(partBytes(this.number));
    this.filled = 0;
  }

  private async send(PartNumber: number, Body: Uint8Array): Promise<void> {
    const { client, sdk } = this.access;
    const { ETag } = await client.send(new sdk.UploadPartCommand({ ...this.upload, PartNumber, Body }));
    this.sent.push({ PartNumber, ETag });
  }
}
