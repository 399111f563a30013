/** Version 2 definitions of Kafka topics as destinations. */
import { z } from 'zod';
import { LENIENT } from '@weir/plugins/form';
import { kafkaSecurityOf } from './kafka-source.js';
import { type DestinationForms, outputFormat } from '@weir/formats/forms';

const text = z.string().min(1);

/** Fields of a destination for results, in either version. */
export const kafkaTarget = {
  topic: text,
  bootstrapServers: text.meta({ example: 'localhost:9092' }),
  format: outputFormat,
  ...kafkaSecurityOf(LENIENT),
};

export function kafkaResultsOf({ form }: DestinationForms) {
  return form.member({ type: z.literal('Kafka'), ...kafkaTarget }).meta({
    'x-label': 'Kafka',
    'x-common': 4,
    description: 'Sends one record per result, with the id of the result as key',
  });
}

export function kafkaDeadLettersOf({ form, outputFormat }: DestinationForms) {
  return form
    .member({
      type: z.literal('Kafka'),
      topic: text,
      bootstrapServers: text,
      outputFormat,
      ...kafkaSecurityOf(form),
    })
    .meta({ description: 'Sends one Kafka record per dead letter' });
}

export type KafkaDestination = z.output<ReturnType<typeof kafkaResultsOf>>;
