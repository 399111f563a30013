/** Kinesis, SNS and SQS as destinations. */
import { declareMessageDestination } from '@weir/formats/messages';
import { shownUrl } from '@weir/platform';
import type { Destination, DestinationContext } from '@weir/plugins';
import {
  type AwsDeadLetters,
  type KinesisDestination,
  type SnsDestination,
  type SqsDestination,
  kinesisDeadLettersOf,
  kinesisResultsOf,
  snsDeadLettersOf,
  snsResultsOf,
  sqsDeadLettersOf,
  sqsResultsOf,
} from './definition/aws-destination.js';
import {
  kinesisOutputVersion1,
  snsOutputVersion1,
  sqsOutputVersion1,
} from './definition/aws-output-version1.js';
import { awsVariables } from './definition/aws-variables.js';
import { maskedAws } from './definition/masked-aws.js';

type AwsDestination = KinesisDestination | SnsDestination | SqsDestination | AwsDeadLetters;

const supports = () => ({ order: false, retry: true, batch: 500 });

const open = async (destination: AwsDestination, context: DestinationContext): Promise<Destination> => {
  const [{ entriesOf }, { EntrySender }] = await Promise.all([
    import('./destination/aws-entries.js'),
    import('./destination/entry-sender.js'),
  ]);
  return EntrySender.open(entriesOf(destination, context.outgoing), context);
};

export const kinesisDestination = declareMessageDestination({
  type: 'Kinesis',
  results: kinesisResultsOf,
  deadLetters: kinesisDeadLettersOf,
  masked: maskedAws,
  recipe: {
    variables: ['streamName', ...awsVariables],
  },
  version1: kinesisOutputVersion1,
  supports,
  nameOf: ({ streamName }) => `Kinesis, stream ${streamName}`,
  subjectOf: ({ streamName }) => `${streamName}-value`,
  keepsLineBreaks: true,
  open,
});

export const snsDestination = declareMessageDestination({
  type: 'SNS',
  results: snsResultsOf,
  deadLetters: snsDeadLettersOf,
  masked: maskedAws,
  recipe: {
    variables: ['topic', ...awsVariables],
  },
  version1: snsOutputVersion1,
  supports,
  nameOf: ({ topic }) => `SNS, topic ${topic}`,
  subjectOf: ({ topic }) => `${topic.split(':').at(-1)}-value`,
  keepsLineBreaks: true,
  open,
});

export const sqsDestination = declareMessageDestination({
  type: 'SQS',
  results: sqsResultsOf,
  deadLetters: sqsDeadLettersOf,
  masked: maskedAws,
  recipe: {
    variables: ['queueUrl', ...awsVariables],
  },
  version1: sqsOutputVersion1,
  supports,
  nameOf: ({ queueUrl }) => `SQS, ${shownUrl(queueUrl)}`,
  subjectOf: ({ queueUrl }) => `${queueUrl.split('/').at(-1)}-value`,
  keepsLineBreaks: true,
  open,
});
