/** Kinesis, SQS and S3 as sources. */
import { declareSource } from '@weir/formats/kinds';
import { awsVariables } from './definition/aws-variables.js';
import { kinesisGroupSourceOf, kinesisSourceOf } from './definition/kinesis-source.js';
import { maskedAws } from './definition/masked-aws.js';
import { s3SourceOf } from './definition/s3-source.js';
import { sqsSourceOf } from './definition/sqs-source.js';
import { s3Version1 } from './definition/s3-version1.js';
import { kinesisVersion1 } from './definition/kinesis-version1.js';
import { kinesisGroupVersion1 } from './definition/kcl-version1.js';
import { sqsVersion1 } from './definition/sqs-version1.js';

export const s3Source = declareSource({
  type: 'S3',
  member: s3SourceOf,
  masked: maskedAws,
  recipe: { variables: ['bucket', 'key', ...awsVariables] },
  version1: s3Version1,
  prepare: async (source, context) => {
    const { prepareS3Object } = await import('./source/prepare-s3.js');
    return prepareS3Object(source, context);
  },
});

export const kinesisSource = declareSource({
  type: 'Kinesis',
  member: kinesisSourceOf,
  masked: maskedAws,
  metricName: 'Kinesis',
  recipe: {
    variables: ['streamName', ...awsVariables],
  },
  shown: ({ iteratorType, ...source }) =>
    iteratorType.type === 'AtTimestamp'
      ? { ...source, iteratorType: { ...iteratorType, at: new Date(iteratorType.at).toISOString() } }
      : { ...source, iteratorType },
  version1: kinesisVersion1,
  prepare: async (source, context) => {
    const { prepareKinesis } = await import('./source/prepare-aws.js');
    return prepareKinesis(source, context);
  },
});

export const kinesisGroupSource = declareSource({
  type: 'KinesisKCL',
  member: kinesisGroupSourceOf,
  masked: maskedAws,
  metricName: 'Kinesis',
  recipe: {
    variables: ['kinesisStreamName', ...awsVariables],
  },
  // Readers with the same name would share their leases.
  canBeShared: ({ advancedSettings }) => advancedSettings?.configsBuilder?.workerIdentifier === undefined,
  version1: kinesisGroupVersion1,
  prepare: async (source, context) => {
    const { prepareKinesisGroup } = await import('./source/prepare-aws.js');
    return prepareKinesisGroup(source, context);
  },
});

export const sqsSource = declareSource({
  type: 'SQS',
  member: sqsSourceOf,
  masked: maskedAws,
  metricName: 'SQS',
  recipe: {
    variables: ['queueUrl', ...awsVariables],
  },
  // Every reader receives a message that is not deleted.
  canBeShared: ({ deleteReadMessages }) => deleteReadMessages,
  version1: sqsVersion1,
  prepare: async (source, context) => {
    const { prepareSqs } = await import('./source/prepare-aws.js');
    return prepareSqs(source, context);
  },
});
