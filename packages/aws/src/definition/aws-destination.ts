/** Version 2 definitions of Kinesis streams, SNS topics and SQS queues as destinations. */
import { z } from 'zod';
import { type DestinationForms, int, outputFormat } from '@weir/formats/forms';
import { awsOf } from './aws-target.js';

const text = z.string().min(1);

/** Fields of a destination for results, in either version, besides the AWS connection. */
export const kinesisTarget = {
  streamName: text,
  format: outputFormat,
  kinesisParallelism: int(1)
    .optional()
    .meta({ description: 'Maximum number of parallel requests; default 4' }),
  kinesisMaxBatchSize: int(1)
    .optional()
    .meta({ description: 'Maximum number of records per request; default 500' }),
  kinesisMaxRecordsPerSecond: int(1)
    .optional()
    .meta({ description: 'Maximum number of records per second; default: no limit' }),
  kinesisMaxBytesPerSecond: int(1)
    .optional()
    .meta({ description: 'Maximum number of bytes per second; default: no limit' }),
};
export const snsTarget = {
  topic: text.meta({ example: 'arn:aws:sns:eu-west-1:123456789012:matches' }),
  format: outputFormat,
};
export const sqsTarget = {
  queueUrl: text.meta({ example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/matches' }),
  format: outputFormat,
};

export function kinesisResultsOf({ form }: DestinationForms) {
  return form.member({ type: z.literal('Kinesis'), ...kinesisTarget, ...awsOf(form) }).meta({
    description: 'Sends one record per result, with the id of the result as partition key',
  });
}

export function snsResultsOf({ form, resultFormat }: DestinationForms) {
  return form.member({ type: z.literal('SNS'), ...snsTarget, format: resultFormat, ...awsOf(form) }).meta({
    description: 'Sends one message per result, with the id of the result in the attribute resultId',
  });
}

export function sqsResultsOf({ form }: DestinationForms) {
  return form.member({ type: z.literal('SQS'), ...sqsTarget, ...awsOf(form) }).meta({
    description: 'Sends one message per result, with the id of the result in the attribute resultId',
  });
}

export function kinesisDeadLettersOf({ form, outputFormat }: DestinationForms) {
  return form
    .member({
      type: z.literal('Kinesis'),
      streamName: text,
      outputFormat,
      ...awsOf(form),
      kinesisParallelism: int(1).optional(),
      kinesisMaxBatchSize: int(1).optional(),
      kinesisMaxRecordsPerSecond: int(1).optional(),
      kinesisMaxBytesPerSecond: int(1).optional(),
    })
    .meta({ description: 'Sends one Kinesis record per dead letter' });
}

export function snsDeadLettersOf({ form, outputFormat }: DestinationForms) {
  return form
    .member({ type: z.literal('SNS'), topic: text, outputFormat, ...awsOf(form) })
    .meta({ description: 'Publishes one SNS message per dead letter' });
}

export function sqsDeadLettersOf({ form, outputFormat }: DestinationForms) {
  return form
    .member({ type: z.literal('SQS'), queueUrl: text, outputFormat, ...awsOf(form) })
    .meta({ description: 'Sends one SQS message per dead letter' });
}

export type KinesisDestination = z.output<ReturnType<typeof kinesisResultsOf>>;
export type SnsDestination = z.output<ReturnType<typeof snsResultsOf>>;
export type SqsDestination = z.output<ReturnType<typeof sqsResultsOf>>;
export type AwsDeadLetters = z.output<
  ReturnType<typeof kinesisDeadLettersOf | typeof snsDeadLettersOf | typeof sqsDeadLettersOf>
>;
