export * from './kafka/kafka-connection.js';
export * from './kafka/kafka-problem.js';
export * from './kafka/kafka-properties.js';
