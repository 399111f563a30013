/** Version 1 writes `DoubleQuote` where version 2 writes `DOUBLE_QUOTE`. */
import type { RecordDecoder, RecordDecoderV1 } from '../forms/record-decoders.js';

/** Converts `DoubleQuote` to `DOUBLE_QUOTE`. */
export function upper(word: string): string {
  return word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Converts `DOUBLE_QUOTE` to `DoubleQuote`. */
export function pascal(word: string): string {
  return word.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function decodersOfVersion1(decoders: readonly string[]): RecordDecoder[] {
  return decoders.map(decoder => upper(decoder) as RecordDecoder);
}

export function version1Decoders(decoders: readonly RecordDecoder[]): RecordDecoderV1[] {
  return decoders.map(decoder => pascal(decoder) as RecordDecoderV1);
}
