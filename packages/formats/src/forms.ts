export { defaulted, optional, withoutNulls } from './forms/absent-fields.js';
export type { DeadLetterFormat } from './forms/dead-letter-format.js';
export { type DestinationForms, destinationFormsOf } from './forms/destination-forms.js';
export { keyed } from './forms/keyed.js';
export { int, lenientDouble, lenientInt, long } from './forms/numbers.js';
export { outputFailurePolicy } from './forms/output-failure-policy.js';
export {
  maskedFormat,
  outputFormat,
  type OutputFormat,
  type OutputStructure,
  outputStructure,
} from './forms/output-format.js';
export { tcpPort } from './forms/port.js';
export { DECODERS_V1, type RecordDecoder, type RecordDecoderV1 } from './forms/record-decoders.js';
export {
  CSV_CHARACTERS,
  debeziumFormatOf,
  type CsvFormatDefinition,
  type FileFormatDefinition,
  type RecordFormatDefinition,
  type Running,
  type StreamingFormatDefinition,
} from './forms/record-format.js';
export { maskedRegistry, type SchemaRegistryDefinition } from './forms/schema-registry.js';
export { type SourceForms, sourceFormsOf } from './forms/source-forms.js';
export { encoding, first, limit, LONGEST_LINE, maximumLineSize, required } from './forms/text-fields.js';
export type {
  ExtensionDeadLetterDestination,
  ExtensionResultDestination,
} from './forms/extension-destinations.js';
