import type * as Sdk from '@aws-sdk/client-s3';
import type { AwsTarget } from '../definition/aws-target.js';
import { awsClient, type AwsDependencies } from './aws-access.js';

export interface S3Access {
  readonly client: Sdk.S3Client;
  readonly sdk: typeof Sdk;
}

/** @throws as `awsClient`. */
export async function s3Client(target: AwsTarget, dependencies: AwsDependencies): Promise<S3Access> {
  let sdk: typeof Sdk | undefined;
  const client = await awsClient(
    target,
    dependencies,
    '@aws-sdk/client-s3',
    () => import('@aws-sdk/client-s3'),
    (loaded, settings) => {
      sdk = loaded;
      return new loaded.S3Client({
        ...settings,
        // Custom servers rarely have a host name for every bucket.
        forcePathStyle: target.endpoint !== undefined,
        // Checksums cover whole objects; ranges have none.
        responseChecksumValidation: 'WHEN_REQUIRED',
        // Some compatible servers refuse checksums; the signature covers the content of a request.
        requestChecksumCalculation: 'WHEN_REQUIRED',
      });
    },
  );
  return { client, sdk: sdk! };
}
