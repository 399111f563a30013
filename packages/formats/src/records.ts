export { formatReference, type SchemaFormatOptions, schemaOptions } from './records/format-options.js';
export { readSchema, type SchemaAccess } from './records/read-schema.js';
export { decodeChunk } from './records/record-decoders.js';
