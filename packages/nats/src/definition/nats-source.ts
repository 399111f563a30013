/** Version 2 definition of a JetStream stream as a source. */
import { z } from 'zod';
import { int, long, type Running, type SourceForms } from '@weir/formats/forms';
import { natsTargetOf } from './nats-target.js';

const text = z.string().min(1);

export function natsSourceOf({ form, streamingFormat: format, recordDecoders }: SourceForms) {
  return form
    .member({
      type: z.literal('NatsJetStream'),
      format,
      ...natsTargetOf(form),
      stream: text.meta({ description: 'Of JetStream, where the messages are' }),
      consumer: z
        .string()
        .regex(/^[^\s.*>/\\]+$/, { error: 'A consumer has no blanks, dots, stars or slashes in its name' })
        .optional()
        .meta({
          description:
            'A durable pull consumer; it is made if it is not there. Default: the name of the stream',
        }),
      filterSubjects: z
        .array(text)
        .default([])
        .meta({ description: 'Of a consumer that is made here; empty: all of the stream' }),
      deliverPolicy: form
        .word(['ALL', 'NEW', 'LAST', 'LAST_PER_SUBJECT'])
        .default('ALL')
        .meta({ description: 'Where a consumer that is made here begins' }),
      startSequence: long(1n).optional().meta({ description: 'Where it begins, in place of deliverPolicy' }),
      ackWait: form.duration(1_000).default(30_000).meta({
        default: '30s',
        description: 'So long after its reader was gone a message is delivered again',
      }),
      maxAckPending: int(1).default(10_000).meta({
        default: 10_000,
        description: 'Messages at most that were delivered and are not durable here',
      }),
      recordDecoders: recordDecoders.meta({ description: 'Undone to each record, in this order' }),
    })
    .meta({ description: 'Messages of a stream of NATS JetStream' });
}

export type NatsSourceDefinition = Running<z.output<ReturnType<typeof natsSourceOf>>>;
