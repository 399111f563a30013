export { type RegisteredSchemas, schemaNumberOf } from './records/written-avro.js';
