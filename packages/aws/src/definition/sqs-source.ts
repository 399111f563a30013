/** Version 2 definition of an SQS queue as a source. */
import { z } from 'zod';
import { int, type Running, type SourceForms } from '@weir/formats/forms';
import { awsOf } from './aws-target.js';

const text = z.string().min(1);

export function sqsSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  const { credentials, region, endpoint } = awsOf(form);
  return form
    .member({
      type: z.literal('SQS'),
      format,
      queueUrl: text,
      readParallelism: int(1).default(1).meta({ default: 1 }),
      credentials,
      region,
      endpoint,
      deleteReadMessages: z.boolean().default(true),
      recordDecoders,
    })
    .meta({ 'x-label': 'Amazon SQS', description: 'Messages of an SQS queue' });
}

export type SqsSourceDefinition = Running<z.output<ReturnType<typeof sqsSourceOf>>>;
