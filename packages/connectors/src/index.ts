export * from './kafka/arrived-partitions.js';
export * from './kafka/broker-reach.js';
export * from './kafka/kafka-connection.js';
export * from './kafka/kafka-problem.js';
export * from './kafka/kafka-properties.js';
export * from './kafka/key-partition.js';
export * from './aws/aws-access.js';
export * from './aws/aws-problem.js';
export * from './aws/kinesis-stream.js';
export * from './aws/lease-table.js';
export * from './aws/s3-object.js';
export * from './aws/sent-entries.js';
export * from './aws/sns-topic.js';
export * from './aws/sqs-queue.js';
export * from './nats/nats-connection.js';
export { type OAuthLogin, OAuthTokens } from './oauth/oauth-tokens.js';
export {
  isPostgresRefusal,
  postgresReason,
  type PostgresServer,
  postgresServer,
} from './postgres/postgres-server.js';
export { ReplicationStream } from './postgres/replication-stream.js';
export type { SnapshotPlace } from './postgres/table-snapshot.js';
export * from './registry/schema-registry.js';
