/** Kinesis, SQS and S3 as sources. */
import { declareSource } from '@weir/formats/kinds';
import { awsVariables } from './definition/aws-variables.js';
import { kinesisGroupSourceOf, kinesisSourceOf } from './definition/kinesis-source.js';
import { maskedAws } from './definition/masked-aws.js';
import { s3SourceOf } from './definition/s3-source.js';
import { sqsSourceOf } from './definition/sqs-source.js';

export const s3Source = declareSource({
  type: 'S3',
  member: s3SourceOf,
  masked: maskedAws,
  recipe: { variables: ['bucket', 'key', ...awsVariables] },
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
    version1: { type: 'KinesisIngest', variables: ['streamName', ...awsVariables] },
  },
  shown: ({ iteratorType, ...source }) =>
    iteratorType.type === 'AtTimestamp'
      ? { ...source, iteratorType: { ...iteratorType, at: new Date(iteratorType.at).toISOString() } }
      : { ...source, iteratorType },
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
    version1: { type: 'KinesisKCLIngest', variables: ['kinesisStreamName', ...awsVariables] },
  },
  // Readers with the same name would share their leases.
  canBeShared: ({ advancedSettings }) => advancedSettings?.configsBuilder?.workerIdentifier === undefined,
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
    version1: { type: 'SQSIngest', variables: ['queueUrl', ...awsVariables] },
  },
  // Every reader receives a message that is not deleted.
  canBeShared: ({ deleteReadMessages }) => deleteReadMessages,
  prepare: async (source, context) => {
    const { prepareSqs } = await import('./source/prepare-aws.js');
    return prepareSqs(source, context);
  },
});
