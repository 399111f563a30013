/**
 * Converts records to values. The workers, which parse records, load this module. A record that cannot be parsed is
 * rejected with a reason, without cost for the others.
 */
import { parseJson, type Value, type ValueMap } from '@weir/model';
import { messageOf, unreachable } from '@weir/platform';
import type { RecordChunk, RecordFormat } from '@weir/contract';
import { CsvFormat } from './csv-format.js';
import { debeziumChange } from './debezium.js';
import type { FormatOptions } from './format-options.js';
import { decodeChunk } from './record-decoders.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import { ChunkTexts, NOT_UTF8 } from './record-text.js';

type Accept = (value: Value, index: number) => void;
type Reject = (index: number, reason: string) => void;

const BYTE_ORDER_MARK = '\u{feff}';
/** A line without a record. */
const BLANK = /^[ \t\r\n]*$/;

const jsonFormat: RecordFormat = {
  parse(chunk: RecordChunk, accept: Accept, reject: Reject): void {
    const texts = new ChunkTexts(chunk);
    const count = chunk.bounds.length >>> 1;
    for (let index = 0; index < count; index++) {
      const text = texts.passing(index);
      if (text === undefined) {
        reject(index, NOT_UTF8);
        continue;
      }
      if (BLANK.test(text)) continue;
      let value: Value;
      try {
        value = parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
      } catch (error) {
        reject(index, messageOf(error));
        continue;
      }
      accept(value, index);
    }
  },
};

const debeziumFormat: RecordFormat = {
  parse(chunk: RecordChunk, accept: Accept, reject: Reject): void {
    const acceptEvent = (value: Value, index: number): void => {
      let change: Value | undefined;
      try {
        change = debeziumChange(value);
      } catch (error) {
        reject(index, messageOf(error));
        return;
      }
      if (change !== undefined) accept(change, index);
    };
    jsonFormat.parse(chunk, acceptEvent, reject);
  },
};

const lineFormat: RecordFormat = {
  parse(chunk: RecordChunk, accept: Accept, reject: Reject): void {
    const texts = new ChunkTexts(chunk);
    const count = chunk.bounds.length >>> 1;
    for (let index = 0; index < count; index++) {
      const text = texts.lasting(index);
      if (text === undefined) reject(index, NOT_UTF8);
      else accept(text, index);
    }
  },
};

const rawFormat: RecordFormat = {
  parse(chunk: RecordChunk, accept: Accept): void {
    const { bytes, bounds } = chunk;
    const count = bounds.length >>> 1;
    for (let index = 0; index < count; index++) {
      // A copy: the value outlives the chunk.
      accept(new Uint8Array(bytes.subarray(bounds[index * 2], bounds[index * 2 + 1])), index);
    }
  },
};

const dropFormat: RecordFormat = { parse: () => undefined };

class DecodingFormat implements RecordFormat {
  constructor(
    private readonly decoders: readonly RecordDecoder[],
    private readonly inner: RecordFormat,
  ) {}

  parse(chunk: RecordChunk, accept: Accept, reject: Reject): void {
    const decoded = decodeChunk(chunk, this.decoders, reject);
    this.inner.parse(
      decoded.chunk,
      (value, index) => accept(value, decoded.indexes[index]!),
      (index, reason) => reject(decoded.indexes[index]!, reason),
    );
  }
}

/** Wraps a format so that the decoders are applied first. */
export function decoded(decoders: readonly RecordDecoder[], format: RecordFormat): RecordFormat {
  return decoders.length === 0 ? format : new DecodingFormat(decoders, format);
}

function plainFormat(options: FormatOptions): RecordFormat {
  switch (options.kind) {
    case 'json':
      return jsonFormat;
    case 'debezium':
      return debeziumFormat;
    case 'line':
      return lineFormat;
    case 'raw':
      return rawFormat;
    case 'drop':
      return dropFormat;
    case 'csv':
      return new CsvFormat(options);
    default:
      return unreachable(options);
  }
}

/** @param options the result of `formatReference`. */
export function recordFormat(options: ValueMap): RecordFormat {
  // Plain data created by the same package and transferred as msgpack.
  const known = options as unknown as FormatOptions;
  return decoded(known.decoders, plainFormat(known));
}
