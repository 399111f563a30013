/** Where snapshots of a graph in a log are stored. All need `store.type` `logged`. */
import { z } from 'zod';
import { secretSetting, setting } from './setting.js';

const TEXT = z.string().min(1).optional();
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+(.*?))?\/*$/;

export const SNAPSHOT_SETTINGS = {
  'store.snapshots': setting(
    z
      .string()
      .refine(text => text === 'nats' || S3_ADDRESS.test(text), {
        error: 'expected nats or s3://bucket/prefix',
      })
      .default('nats'),
    'With store.type logged: where snapshots are stored: nats, on the servers of the log, or s3://bucket/prefix',
  ),
  'store.s3.region': setting(TEXT, 'Region of the bucket; default: the region that AWS clients find'),
  'store.s3.endpoint': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'URL of a server that is compatible with S3; default: AWS',
  ),
  'store.s3.access-key-id': setting(
    TEXT,
    'Access key for the bucket; default: the credentials that AWS clients find',
  ),
  'store.s3.secret-access-key': secretSetting(TEXT, 'Secret of that access key'),
} as const;

/** Returns the bucket and the prefix of `store.snapshots`, unless it is `nats`. */
export function bucketOf(
  snapshots: string,
): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(snapshots) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix };
}

/** Returns the setting that `key` has no effect without. */
export function neededBySnapshotSetting(
  key: string,
  config: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!Object.hasOwn(SNAPSHOT_SETTINGS, key)) return undefined;
  if (config['store.type'] !== 'logged') return 'store.type logged';
  return key.startsWith('store.s3.') && config['store.snapshots'] === 'nats'
    ? 'store.snapshots s3://bucket/prefix'
    : undefined;
}

/** Returns the problems of these settings together. */
export function snapshotProblems(config: Readonly<Record<string, unknown>>): readonly string[] {
  return (config['store.s3.access-key-id'] === undefined) ===
    (config['store.s3.secret-access-key'] === undefined)
    ? []
    : ['store.s3.access-key-id and store.s3.secret-access-key must be set together'];
}
