export type { KafkaSourceDefinition } from './definition/kafka-source.js';
export { kafkaDestination, kafkaSource } from './kinds.js';
