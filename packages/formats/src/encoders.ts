export {
  deadRecordEncoder,
  encodeEach,
  envelopeOf,
  envelopeText,
  frameText,
  linesOf,
} from './encoders/dead-record-encoder.js';
export { type EncoderDependencies, openEncoder, type ResultEncoder } from './encoders/result-encoder.js';
export { resultText, resultValue } from './encoders/result-json.js';
export { Unwritable } from './encoders/unwritable.js';
