export {
  fileFormatOfVersion1,
  streamingFormatOfVersion1,
  version1FileFormat,
  version1StreamingFormat,
} from './version1/convert-formats.js';
export {
  encoding,
  ingestLimit,
  maximumLineSize,
  maximumPerSecond,
  parallelism,
  recordDecoders,
  startAtOffset,
} from './version1/ingest-fields.js';
export {
  DEFAULT_JSON_FORMAT,
  DEFAULT_NUMBER_FORMAT,
  DEFAULT_OBJECT_FORMAT,
  fileFormat,
  type FileFormatV1,
  streamedFormat,
  type StreamedFormatV1,
} from './version1/ingest-formats.js';
export { isBare, onFailure, structure } from './version1/output-fields.js';
export { decodersOfVersion1, pascal, upper, version1Decoders } from './version1/words.js';
