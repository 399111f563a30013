/** What results of either version go to in AWS, beside how it is reached. */
import { z } from 'zod';
import { int } from '../fields/numbers.js';
import { outputFormat } from './output-format.js';

export const kinesisTarget = {
  streamName: z.string().min(1),
  format: outputFormat,
  kinesisParallelism: int(1).optional().meta({ description: 'Requests at once; default 4' }),
  kinesisMaxBatchSize: int(1).optional().meta({ description: 'Records in one request; default 500' }),
  kinesisMaxRecordsPerSecond: int(1).optional().meta({ description: 'Absent: no limit' }),
  kinesisMaxBytesPerSecond: int(1).optional().meta({ description: 'Absent: no limit' }),
};
export const snsTarget = {
  topic: z.string().min(1).meta({ example: 'arn:aws:sns:eu-west-1:123456789012:matches' }),
  format: outputFormat,
};
export const sqsTarget = {
  queueUrl: z.string().min(1).meta({ example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/matches' }),
  format: outputFormat,
};
