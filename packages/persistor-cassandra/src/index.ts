export { CassandraPersistorFactory } from './cassandra-factory.js';
export {
  type CassandraConsistency,
  type CassandraCreation,
  type CassandraOptions,
  type CassandraTls,
  type Consistency,
  type SerialConsistency,
} from './cassandra-options.js';
