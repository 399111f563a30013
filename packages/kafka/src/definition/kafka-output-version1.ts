/** Version 1 definition of Kafka topics as destinations. Fields are in output order. */
import { z } from 'zod';
import type { DestinationVersion1 } from '@weir/formats/kinds';
import { isBare, onFailure, structure } from '@weir/formats/version1';
import { type KafkaDestination, kafkaTarget } from './kafka-destination.js';

const writeToKafkaOutput = z
  .object({ type: z.literal('WriteToKafka'), ...kafkaTarget, structure, onFailure })
  .meta({ id: 'WriteToKafka', description: 'Sends one record per result, with the id of the result as key' });

export const kafkaOutputVersion1: DestinationVersion1<typeof writeToKafkaOutput, KafkaDestination> = {
  type: 'WriteToKafka',
  schema: writeToKafkaOutput,
  variables: ['topic', 'bootstrapServers'],
  toVersion2: ({ structure: given, onFailure: _, ...target }) => ({
    destination: { ...target, type: 'Kafka' },
    isBare: isBare(given),
  }),
  fromVersion2: (destination, given) => ({ ...destination, type: 'WriteToKafka', structure: given }),
};
