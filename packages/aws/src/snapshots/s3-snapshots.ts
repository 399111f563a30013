/**
 * Snapshots of a partition in S3: one object for each, `SEQUENCE-OFFSET-ID` in the folder of the partition. An object
 * exists only when its multipart upload is complete.
 */
import type { Readable } from 'node:stream';
import type { LogPosition, SnapshotStore, StoredSnapshot } from '@weir/cluster';
import { pause, type Randomness, type Scheduler } from '@weir/platform';
import { awsReason, mayPass } from '../connection/aws-problem.js';
import type { S3Access } from '../connection/s3-client.js';
import { PartUpload } from './part-upload.js';

export interface S3SnapshotsOptions {
  /** Returns the same client each time. */
  connect(): Promise<S3Access>;
  readonly bucket: string;
  /** Prefix of the partition's keys, with a slash at its end. */
  readonly folder: string;
  readonly random: Randomness;
  readonly scheduler: Scheduler;
}

const NAME = /^(\d+)-(\d+)-(.+)$/;
/** Attempts to read on without receiving anything. */
const READ_TRIES = 5;
const READ_RETRY_MILLIS = 500;

export class S3Snapshots implements SnapshotStore {
  constructor(private readonly options: S3SnapshotsOptions) {}

  async list(): Promise<readonly StoredSnapshot[]> {
    const { bucket: Bucket, folder: Prefix } = this.options;
    const { client, sdk } = await this.options.connect();
    const found: StoredSnapshot[] = [];
    for (let ContinuationToken: string | undefined, isLast = false; !isLast;) {
      const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = this.nameIn(Key);
        if (name !== undefined) found.push({ ...name, bytes: Size });
      }
      ContinuationToken = page.NextContinuationToken;
      isLast = ContinuationToken === undefined;
    }
    return found.sort((one, other) => one.sequence - other.sequence);
  }

  async write(
    { sequence, offset }: LogPosition,
    content: AsyncIterable<Uint8Array>,
  ): Promise<StoredSnapshot> {
    const id = this.options.random.uuid();
    const key = this.keyOf({ sequence, offset, id });
    const upload = await PartUpload.begin(await this.options.connect(), this.options.bucket, key);
    try {
      for await (const chunk of content) await upload.add(chunk);
      await upload.complete();
    } catch (error) {
      // If this fails, `removeBefore` does it later.
      await upload.abort().catch(() => undefined);
      throw error;
    }
    return { sequence, offset, bytes: upload.bytes, id };
  }

  /** A connection that breaks is replaced by another one, which reads on from there. */
  async *read(snapshot: StoredSnapshot): AsyncIterable<Uint8Array> {
    let read = 0;
    let failures = 0;
    do {
      try {
        for await (const chunk of await this.from(snapshot, read)) {
          read += (chunk as Uint8Array).length;
          failures = 0;
          yield chunk as Uint8Array;
        }
        if (read < snapshot.bytes) throw new Error('the connection was closed');
      } catch (error) {
        if (error instanceof IncompleteSnapshot) throw error;
        if (!mayPass(error) || ++failures >= READ_TRIES)
          throw new Error(`The snapshot cannot be read: ${awsReason(error)}`, { cause: error });
        await pause(this.options.scheduler, READ_RETRY_MILLIS);
      }
    } while (read < snapshot.bytes);
  }

  async removeBefore(sequence: number): Promise<void> {
    const { bucket: Bucket } = this.options;
    const { client, sdk } = await this.options.connect();
    for (const snapshot of await this.list()) {
      if (snapshot.sequence < sequence)
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: this.keyOf(snapshot) }));
    }
    for (const { Key, UploadId } of await this.uploads()) {
      const name = this.nameIn(Key);
      if (name === undefined || name.sequence >= sequence) continue;
      try {
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      } catch (error) {
        // Its writer has ended it meanwhile.
        if (!(error instanceof sdk.NoSuchUpload)) throw error;
      }
    }
  }

  private async from({ bytes, ...name }: StoredSnapshot, start: number): Promise<Readable> {
    const { bucket: Bucket } = this.options;
    const { client, sdk } = await this.options.connect();
    const range = start === 0 ? {} : { Range: `bytes=${start}-` };
    const command = new sdk.GetObjectCommand({ Bucket, Key: this.keyOf(name), ...range });
    const { Body, ContentLength = 0 } = await client.send(command);
    if (start + ContentLength === bytes) return Body as Readable;
    (Body as Readable).destroy();
    throw new IncompleteSnapshot(`The snapshot has ${start + ContentLength} bytes instead of ${bytes}`);
  }

  private async uploads(): Promise<readonly { readonly Key: string; readonly UploadId: string }[]> {
    const { bucket: Bucket, folder: Prefix } = this.options;
    const { client, sdk } = await this.options.connect();
    const found: { Key: string; UploadId: string }[] = [];
    for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined, isLast = false; !isLast;) {
      const page = await client.send(
        new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker }),
      );
      for (const { Key, UploadId } of page.Uploads ?? []) found.push({ Key: Key!, UploadId: UploadId! });
      KeyMarker = page.NextKeyMarker;
      UploadIdMarker = page.NextUploadIdMarker;
      isLast = page.IsTruncated !== true;
    }
    return found;
  }

  private keyOf({ sequence, offset, id }: LogPosition & { readonly id: string }): string {
    return `${this.options.folder}${sequence}-${offset}-${id}`;
  }

  private nameIn(key: string): (LogPosition & { readonly id: string }) | undefined {
    const [, sequence, offset, id] = NAME.exec(key.slice(this.options.folder.length)) ?? [];
    return id === undefined ? undefined : { sequence: Number(sequence), offset: Number(offset), id };
  }
}

class IncompleteSnapshot extends Error {}
