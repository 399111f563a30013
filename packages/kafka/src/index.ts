export { kafkaTarget } from './definition/kafka-destination.js';
export type { KafkaSourceDefinition } from './definition/kafka-source.js';
export { maskedKafka } from './definition/masked-kafka.js';
export { kafkaDestination, kafkaSource } from './kinds.js';
