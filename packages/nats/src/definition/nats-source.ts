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
      stream: text.meta({ description: 'Name of the JetStream stream' }),
      consumer: z
        .string()
        .regex(/^[^\s.*>/\\]+$/, {
          error: 'The name of a consumer must not contain blanks, dots, stars or slashes',
        })
        .optional()
        .meta({
          description: 'Durable pull consumer; created if it does not exist. Default: the name of the stream',
        }),
      filterSubjects: z
        .array(text)
        .default([])
        .meta({ description: 'Subjects of a consumer that Weir creates; empty: all subjects of the stream' }),
      deliverPolicy: form
        .word(['ALL', 'NEW', 'LAST', 'LAST_PER_SUBJECT'])
        .default('ALL')
        .meta({ description: 'Initial position of a consumer that Weir creates' }),
      startSequence: long(1n).optional().meta({ description: 'Initial position, instead of deliverPolicy' }),
      ackWait: form.duration(1_000).default(30_000).meta({
        default: '30s',
        description: 'Time after which an unacknowledged message is delivered again',
      }),
      maxAckPending: int(1).default(10_000).meta({
        default: 10_000,
        description: 'Maximum number of delivered messages that are not durable yet',
      }),
      recordDecoders: recordDecoders.meta({
        description: 'Decodings to apply to each record, in this order',
      }),
    })
    .meta({ 'x-label': 'NATS JetStream', description: 'Messages of a NATS JetStream stream' });
}

export type NatsSourceDefinition = Running<z.output<ReturnType<typeof natsSourceOf>>>;
