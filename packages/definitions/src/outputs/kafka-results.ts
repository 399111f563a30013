/** Where results of either version go in Kafka. */
import { z } from 'zod';
import { LENIENT } from '@weir/plugins/form';
import { kafkaSecurityOf } from '../ingest/kafka-source.js';
import { outputFormat } from './output-format.js';

export const kafkaTarget = {
  topic: z.string().min(1),
  bootstrapServers: z.string().min(1).meta({ example: 'localhost:9092' }),
  format: outputFormat,
  ...kafkaSecurityOf(LENIENT),
};
