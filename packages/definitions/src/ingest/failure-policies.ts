/** Policies for unreadable records, and for streams whose source fails. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int } from '@weir/formats/forms';
import { deadLetterDestinationsOf } from '../destinations/dead-letter-destination.js';

export function recordErrorPolicyOf(form: Form) {
  return form
    .object({
      retrySettings: form
        .object({
          minBackoff: int(0).default(2_000).meta({ default: 2_000, description: 'Milliseconds' }),
          maxBackoff: int(0).default(20).meta({ default: 20, description: 'Seconds' }),
          randomFactor: z.number().min(0).default(0.2),
          maxRetries: int(0).default(6).meta({ default: 6 }),
        })
        .optional()
        .meta({
          'x-label': 'Retries',
          description: 'Retries of a record that cannot be read, with increasing delays',
        }),
      includeQueryFailures: z.boolean().optional().meta({
        default: false,
        'x-label': 'Include records for which the query fails',
        description:
          'Whether a record for which the query fails is handled like one that cannot be read; otherwise the stream fails. Always true for pushed records',
      }),
      logRecord: z.boolean().default(true).meta({
        'x-label': 'Log a warning',
        description: 'Whether to log a warning for records that cannot be read',
      }),
      deadLetterQueueSettings: form
        .object({ destinations: z.array(z.lazy(() => deadLetterDestinationsOf(form))).default([]) })
        .prefault({})
        .meta({
          'x-label': 'Dead letters',
          description: 'Destinations that each receive every record that cannot be read',
        }),
    })
    .meta({
      'x-label': 'Records that cannot be read',
      description: 'Handling of records that cannot be read, before they are skipped',
    });
}

export function streamErrorPolicyOf(form: Form) {
  return z
    .discriminatedUnion('type', [
      form.member({ type: z.literal('LogStreamError') }).meta({
        'x-label': 'Fail the stream',
        description: 'Fails the stream at the first error of its source',
      }),
      form
        .member({
          type: z.literal('RetryStreamError'),
          retryCount: int(0),
          within: form.duration(1).default(31_000).meta({ default: '31s' }),
          minBackoff: form.duration(1).default(10_000).meta({ default: '10s' }),
          maxBackoff: form.duration(1).default(10_000).meta({ default: '10s' }),
        })
        .meta({ 'x-label': 'Retry', description: 'Reopens the source after errors that may be temporary' }),
    ])
    .default({ type: 'LogStreamError' })
    .meta({ 'x-label': 'Errors of the source' });
}

export type RecordErrorPolicy = z.output<ReturnType<typeof recordErrorPolicyOf>>;
export type StreamErrorPolicy = z.output<ReturnType<typeof streamErrorPolicyOf>>;
