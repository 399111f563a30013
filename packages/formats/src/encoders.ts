export { encodeEach, envelopeOf, frameText, linesOf } from './encoders/dead-record-encoder.js';
export { resultText, resultValue } from './encoders/result-json.js';
export { Unwritable } from './encoders/unwritable.js';
