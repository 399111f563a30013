/** One S3 object. Any range of it can be read while its contents stay the same. */
import type { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import type { AwsTarget } from '../definition/aws-target.js';
import type { AwsDependencies } from './aws-access.js';
import { s3Client } from './s3-client.js';

export interface S3State {
  /** Changes with the contents. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  /** For example `gzip`. */
  readonly contentEncoding: string | undefined;
}

export class S3Object {
  private constructor(
    private readonly client: Sdk.S3Client,
    private readonly sdk: typeof Sdk,
    private readonly object: { readonly Bucket: string; readonly Key: string },
  ) {}

  /** @throws WeirError for a definition that can never work. */
  static async at(
    target: AwsTarget & { readonly bucket: string; readonly key: string },
    dependencies: AwsDependencies,
  ): Promise<S3Object> {
    const { client, sdk } = await s3Client(target, dependencies);
    return new S3Object(client, sdk, { Bucket: target.bucket, Key: target.key });
  }

  async state(abortSignal: AbortSignal): Promise<S3State> {
    const command = new this.sdk.HeadObjectCommand(this.object);
    const {
      ETag = '',
      ContentLength = 0,
      ContentEncoding,
    } = await this.client.send(command, { abortSignal });
    return { etag: ETag, size: ContentLength, contentEncoding: ContentEncoding };
  }

  /**
   * Reads from `offset` to before `end`, which is at most the object's end. Rejects with `PreconditionFailed` if the
   * object has changed.
   */
  async from(offset: number, end: number, etag: string, abortSignal: AbortSignal): Promise<Readable> {
    const command = new this.sdk.GetObjectCommand({
      ...this.object,
      IfMatch: etag,
      Range: `bytes=${offset}-${end - 1}`,
    });
    const { Body } = await this.client.send(command, { abortSignal });
    return Body as Readable;
  }

  close(): void {
    this.client.destroy();
  }
}
