/** Version 1 definitions of AWS sources. Fields are in output order. */
import { z } from 'zod';
import { LENIENT } from '@weir/plugins/form';
import { int, long } from '@weir/formats/forms';
import { type AwsTarget, awsOf } from './aws-target.js';
import type { KinesisSourceDefinition } from './kinesis-source.js';

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

const sequenceNumber = text;

export const shardIterator = z
  .union([
    z.enum(['Latest', 'TrimHorizon']),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('AtSequenceNumber'), sequenceNumber }),
      z.object({ type: z.literal('AfterSequenceNumber'), sequenceNumber }),
      z.object({ type: z.literal('AtTimestamp'), millisSinceEpoch: long(0n) }),
    ]),
  ])
  .default('Latest')
  .meta({ default: 'Latest', description: 'Initial position in each shard' });

export const numRetries = int(1)
  .default(3)
  .meta({ default: 3, description: 'Attempts per request; the stream continues after the last one fails' });

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

type Iterator = KinesisSourceDefinition['iteratorType'];
type IteratorV1 = z.output<typeof shardIterator>;

export function iteratorOfVersion1(iterator: IteratorV1): Iterator {
  if (typeof iterator === 'string') return { type: iterator };
  if (iterator.type !== 'AtTimestamp') return iterator;
  return { type: 'AtTimestamp', at: Number(iterator.millisSinceEpoch) };
}

export function version1Iterator(iterator: Iterator): IteratorV1 {
  switch (iterator.type) {
    case 'Latest':
    case 'TrimHorizon':
      return iterator.type;
    case 'AtTimestamp':
      return { type: 'AtTimestamp', millisSinceEpoch: iterator.at };
    default:
      return iterator;
  }
}
