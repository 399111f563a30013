export type { AvroSchema } from './schemas/avro-type.js';
