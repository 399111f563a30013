/** Version 2 definition of NATS JetStream subjects as destinations. */
import { z } from 'zod';
import { natsSubject, natsTargetOf } from './nats-target.js';
import { type DestinationForms, outputFormat } from '@weir/formats/forms';

export function natsResultsOf({ form }: DestinationForms) {
  return form
    .member({
      type: z.literal('NatsJetStream'),
      ...natsTargetOf(form),
      subject: natsSubject,
      format: outputFormat,
    })
    .meta({
      'x-label': 'NATS JetStream',
      description: 'Publishes one message per result; JetStream drops duplicates',
    });
}

export function natsDeadLettersOf({ form, outputFormat }: DestinationForms) {
  return form
    .member({
      type: z.literal('NatsJetStream'),
      ...natsTargetOf(form),
      subject: natsSubject,
      outputFormat,
    })
    .meta({ description: 'Publishes one JetStream message per dead letter' });
}
