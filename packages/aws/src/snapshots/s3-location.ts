/** Where the snapshots of a graph are in S3. */
import type { ModuleReference } from '@weir/contract';
import type { ValueMap } from '@weir/model';
import type { AwsTarget } from '../definition/aws-target.js';

export interface S3Location extends AwsTarget {
  readonly bucket: string;
  /** Beginning of all keys, without a slash at its end; may be empty. */
  readonly prefix: string;
  /** Name of the graph. */
  readonly graph: string;
}

/** For `LoggedOptions.snapshots` of the runtime. */
export function s3SnapshotsReference(location: S3Location): ModuleReference {
  const options = { ...location } as unknown as ValueMap;
  return { module: new URL('./graph-snapshots.js', import.meta.url).href, options };
}
