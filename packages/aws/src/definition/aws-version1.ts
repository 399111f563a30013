/** Connection settings of AWS in version 1, for sources and destinations. Fields are in output order. */
import { z } from 'zod';
import { LENIENT } from '@weir/plugins/form';
import { type AwsTarget, awsOf } from './aws-target.js';

const { credentials, endpoint } = awsOf(LENIENT);
const text = z.string().min(1);

/** The region is an object here; its plain name is accepted too. */
const region = z
  .preprocess(value => (typeof value === 'string' ? { region: value } : value), z.object({ region: text }))
  .optional()
  .meta({
    example: { region: 'us-west-2' },
    description: 'Default: the region that AWS clients find, for example in AWS_REGION',
  });

export const awsFields = { credentials, region, endpoint };

interface AwsTargetV1 {
  credentials?: AwsTarget['credentials'];
  region?: { region: string } | undefined;
  endpoint?: string | undefined;
}

export function awsOfVersion1({ credentials, region, endpoint }: AwsTargetV1): AwsTarget {
  return {
    ...(credentials === undefined ? {} : { credentials }),
    ...(region === undefined ? {} : { region: region.region }),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}

/** Returns every field, so that it replaces the one of version 2. */
export function version1Aws({ credentials, region, endpoint }: AwsTarget) {
  return { credentials, region: region === undefined ? undefined : { region }, endpoint };
}
