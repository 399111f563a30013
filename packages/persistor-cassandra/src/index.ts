export { CassandraPersistorFactory } from './cassandra-factory.js';
export {
  type CassandraOptions,
  type CassandraTls,
  CONSISTENCIES,
  type Consistency,
  SERIAL_CONSISTENCIES,
  type SerialConsistency,
} from './cassandra-options.js';
