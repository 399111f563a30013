/** Policies for unreadable records, and for streams whose source fails. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { destinationFormsOf, type ExtensionDeadLetterDestination, int } from '@weir/formats/forms';
import { type BUILT_IN_DESTINATIONS, destinationDeclarations } from '../outputs/destination-declarations.js';

type BuiltInKind = (typeof BUILT_IN_DESTINATIONS)[number];
type BuiltIn = z.output<ReturnType<NonNullable<BuiltInKind['deadLetters']>>>;

function deadLetterDestinationsOf(form: Form): z.ZodType<BuiltIn | ExtensionDeadLetterDestination> {
  const forms = destinationFormsOf(form);
  const members = [...destinationDeclarations().values()].flatMap(
    ({ deadLetters }) => deadLetters?.(forms) ?? [],
  );
  const union = z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);
  return form.named('IngestDeadLetterDestination', union) as unknown as z.ZodType<
    BuiltIn | ExtensionDeadLetterDestination
  >;
}

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
        .meta({ description: 'A record that can not be read is read again, after pauses that get longer' }),
      includeQueryFailures: z.boolean().optional().meta({
        default: false,
        description:
          'A record for which the query fails counts as one that can not be read; otherwise the stream fails. Always so where records are pushed',
      }),
      logRecord: z.boolean().default(true).meta({ description: 'Warn of records that can not be read' }),
      deadLetterQueueSettings: form
        .object({ destinations: z.array(z.lazy(() => deadLetterDestinationsOf(form))).default([]) })
        .prefault({})
        .meta({ description: 'Each record that can not be read goes to all of these' }),
    })
    .meta({ description: 'A record that can not be read is passed over, after what this says' });
}

export function streamErrorPolicyOf(form: Form) {
  return z
    .discriminatedUnion('type', [
      form
        .member({ type: z.literal('LogStreamError') })
        .meta({ description: 'The stream fails at the first trouble with its source' }),
      form
        .member({
          type: z.literal('RetryStreamError'),
          retryCount: int(0),
          within: form.duration(1).default(31_000).meta({ default: '31s' }),
          minBackoff: form.duration(1).default(10_000).meta({ default: '10s' }),
          maxBackoff: form.duration(1).default(10_000).meta({ default: '10s' }),
        })
        .meta({ description: 'The source is opened again after trouble that may pass' }),
    ])
    .default({ type: 'LogStreamError' });
}

export type RecordErrorPolicy = z.output<ReturnType<typeof recordErrorPolicyOf>>;
export type DeadLetterDestination = RecordErrorPolicy['deadLetterQueueSettings']['destinations'][number];
export type StreamErrorPolicy = z.output<ReturnType<typeof streamErrorPolicyOf>>;
