export { openKafkaTaker } from './destination/kafka-dead-letters.js';
export { KafkaSink } from './destination/kafka-sink.js';
