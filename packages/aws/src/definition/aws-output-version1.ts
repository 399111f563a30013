/** Version 1 definitions of Kinesis streams, SNS topics and SQS queues as destinations. Fields are in output order. */
import { z } from 'zod';
import type { DestinationVersion1 } from '@weir/formats/kinds';
import { isBare, onFailure, structure } from '@weir/formats/version1';
import {
  type KinesisDestination,
  kinesisTarget,
  type SnsDestination,
  snsTarget,
  type SqsDestination,
  sqsTarget,
} from './aws-destination.js';
import { awsVariables } from './aws-variables.js';
import { awsFields, awsOfVersion1, version1Aws } from './aws-version1.js';

const writeToKinesisOutput = z
  .object({ type: z.literal('WriteToKinesis'), ...awsFields, ...kinesisTarget, structure, onFailure })
  .meta({
    id: 'WriteToKinesis',
    description: 'Sends one record per result, with the id of the result as partition key',
  });

export const kinesisOutputVersion1: DestinationVersion1<typeof writeToKinesisOutput, KinesisDestination> = {
  type: 'WriteToKinesis',
  schema: writeToKinesisOutput,
  variables: [...awsVariables, 'streamName'],
  toVersion2: ({ structure: given, onFailure: _, region, ...target }) => ({
    destination: { ...target, ...awsOfVersion1({ ...target, region }), type: 'Kinesis' },
    isBare: isBare(given),
  }),
  fromVersion2: (destination, given) => ({
    ...destination,
    ...version1Aws(destination),
    type: 'WriteToKinesis',
    structure: given,
  }),
};

const writeToSnsOutput = z
  .object({ type: z.literal('WriteToSNS'), ...awsFields, ...snsTarget, structure, onFailure })
  .meta({
    id: 'WriteToSNS',
    description: 'Sends one message per result, with its id in the attribute resultId',
  });

export const snsOutputVersion1: DestinationVersion1<typeof writeToSnsOutput, SnsDestination> = {
  type: 'WriteToSNS',
  schema: writeToSnsOutput,
  variables: [...awsVariables, 'topic'],
  toVersion2: ({ structure: given, onFailure: _, region, ...target }) => ({
    destination: { ...target, ...awsOfVersion1({ ...target, region }), type: 'SNS' },
    isBare: isBare(given),
  }),
  fromVersion2: (destination, given) => ({
    ...destination,
    ...version1Aws(destination),
    type: 'WriteToSNS',
    structure: given,
  }),
};

const writeToSqsOutput = z
  .object({ type: z.literal('WriteToSQS'), ...awsFields, ...sqsTarget, structure, onFailure })
  .meta({
    id: 'WriteToSQS',
    description: 'Sends one message per result, with its id in the attribute resultId',
  });

export const sqsOutputVersion1: DestinationVersion1<typeof writeToSqsOutput, SqsDestination> = {
  type: 'WriteToSQS',
  schema: writeToSqsOutput,
  variables: [...awsVariables, 'queueUrl'],
  toVersion2: ({ structure: given, onFailure: _, region, ...target }) => ({
    destination: { ...target, ...awsOfVersion1({ ...target, region }), type: 'SQS' },
    isBare: isBare(given),
  }),
  fromVersion2: (destination, given) => ({
    ...destination,
    ...version1Aws(destination),
    type: 'WriteToSQS',
    structure: given,
  }),
};
