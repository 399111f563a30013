/** Kafka as a source and a destination. */
import { declareSource } from '@weir/formats/kinds';
import { declareMessageDestination } from '@weir/formats/messages';
import { formatDuration } from '@weir/plugins/form';
import { kafkaDeadLettersOf, kafkaResultsOf } from './definition/kafka-destination.js';
import { kafkaSourceOf } from './definition/kafka-source.js';
import { maskedKafka } from './definition/masked-kafka.js';
import { kafkaVersion1 } from './definition/kafka-version1.js';
import { kafkaOutputVersion1 } from './definition/kafka-output-version1.js';

export const kafkaSource = declareSource({
  type: 'Kafka',
  member: kafkaSourceOf,
  masked: maskedKafka,
  metricName: 'Kafka',
  recipe: {
    variables: ['bootstrapServers'],
  },
  shown: ({ offsetCommitting, ...source }) => {
    if (offsetCommitting === undefined) return source;
    const maxInterval = formatDuration(offsetCommitting.maxInterval);
    return { ...source, offsetCommitting: { ...offsetCommitting, maxInterval } };
  },
  // The group assigns partitions and stores their offsets. A partition given by number would be read by every process.
  canBeShared: ({ topics, offsetCommitting, endingOffset }) =>
    Array.isArray(topics) && offsetCommitting !== undefined && endingOffset === undefined,
  lagsAddUp: true,
  version1: kafkaVersion1,
  prepare: async (source, context, stream) => {
    const { prepareKafka } = await import('./source/prepare-kafka.js');
    return prepareKafka(stream, source, context);
  },
});

export const kafkaDestination = declareMessageDestination({
  type: 'Kafka',
  results: kafkaResultsOf,
  deadLetters: kafkaDeadLettersOf,
  masked: maskedKafka,
  recipe: {
    variables: ['topic', 'bootstrapServers'],
  },
  version1: kafkaOutputVersion1,
  supports: () => ({ order: true, retry: true, batch: 1024 }),
  nameOf: ({ topic }) => `Kafka, topic ${topic}`,
  subjectOf: ({ topic }) => `${topic}-value`,
  keepsLineBreaks: true,
  open: async (destination, context) => {
    const { KafkaTopic } = await import('./destination/kafka-topic.js');
    return KafkaTopic.open(destination, context);
  },
});
