/** Version 1 definition of an SQS queue as a source. Fields are in output order. */
import { z } from 'zod';
import { int } from '@weir/formats/forms';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  decodersOfVersion1,
  DEFAULT_JSON_FORMAT,
  maximumPerSecond,
  parallelism,
  recordDecoders,
  streamedFormat,
  streamingFormatOfVersion1,
  version1Decoders,
  version1StreamingFormat,
} from '@weir/formats/version1';
import { awsVariables } from './aws-variables.js';
import { awsFields, awsOfVersion1, version1Aws } from './aws-version1.js';
import type { SqsSourceDefinition } from './sqs-source.js';

const sqsIngest = z
  .object({
    type: z.literal('SQSIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    queueUrl: z.string().min(1),
    readParallelism: int(1)
      .default(1)
      .meta({ default: 1, description: 'Maximum number of parallel requests for messages' }),
    writeParallelism: parallelism,
    ...awsFields,
    deleteReadMessages: z
      .boolean()
      .default(true)
      .meta({ default: true, description: 'Whether messages are deleted once their content is durable' }),
    maximumPerSecond,
    recordDecoders,
  })
  .meta({ id: 'SQSIngest', description: 'Messages of an SQS queue' });

export const sqsVersion1: SourceVersion1<typeof sqsIngest, SqsSourceDefinition> = {
  type: 'SQSIngest',
  schema: sqsIngest,
  variables: ['queueUrl', ...awsVariables],
  toVersion2: definition => ({
    type: 'SQS',
    format: streamingFormatOfVersion1(definition.format),
    queueUrl: definition.queueUrl,
    readParallelism: definition.readParallelism,
    ...awsOfVersion1(definition),
    deleteReadMessages: definition.deleteReadMessages,
    recordDecoders: decodersOfVersion1(definition.recordDecoders),
  }),
  fromVersion2: (source, stream) => ({
    type: 'SQSIngest',
    format: version1StreamingFormat(source.format, stream),
    queueUrl: source.queueUrl,
    readParallelism: source.readParallelism,
    writeParallelism: stream.parallelism,
    ...version1Aws(source),
    deleteReadMessages: source.deleteReadMessages,
    maximumPerSecond: stream.maximumPerSecond,
    recordDecoders: version1Decoders(source.recordDecoders),
  }),
};
