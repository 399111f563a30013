/** Encodes unreadable records for brokers: unchanged, or described in JSON or a Protobuf message. */
import type { DeadRecord } from '@weir/contract';
import type { DeadLetterFormat } from '../forms/dead-letter-format.js';
import { queryJson, type ValueMap } from '@weir/model';
import { type EncoderDependencies, writerOf } from './result-encoder.js';
import { Unwritable } from './unwritable.js';

export function frameText({ frame }: DeadRecord): string {
  return queryJson(frame);
}

export function linesOf(records: readonly DeadRecord[]): string {
  return records.map(record => `${frameText(record)}\n`).join('');
}

export function envelopeText(record: DeadRecord): string {
  return queryJson(envelopeOf(record));
}

export function envelopeOf({ frame, decoded, message }: DeadRecord): ValueMap {
  return { frame, ...(decoded === undefined ? {} : { decoded }), message };
}

/**
 * @returns a function that throws Unwritable.
 * @throws WeirError `output.invalid` for an unusable schema.
 */
export async function deadRecordEncoder(
  format: DeadLetterFormat,
  dependencies: EncoderDependencies,
): Promise<(record: DeadRecord) => Buffer> {
  switch (format.type) {
    case 'Bytes':
      return ({ bytes }) => Buffer.from(bytes);
    case 'JSON': {
      const textOf = format.withInfoEnvelope ? envelopeText : frameText;
      return record => Buffer.from(`${textOf(record)}\n`);
    }
    case 'Protobuf': {
      const write = await writerOf(format, '', dependencies);
      return record => Buffer.from(write(format.withInfoEnvelope ? envelopeOf(record) : record.frame));
    }
  }
}

export interface EncodedRecord {
  readonly index: number;
  readonly record: DeadRecord;
  readonly bytes: Buffer;
}

/** @param untaken called for records that the format cannot represent. @returns the others. */
export function encodeEach(
  records: readonly DeadRecord[],
  encode: (record: DeadRecord) => Buffer,
  untaken: Map<number, string>,
): EncodedRecord[] {
  const encoded: EncodedRecord[] = [];
  for (const [index, record] of records.entries()) {
    try {
      encoded.push({ index, record, bytes: encode(record) });
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error;
      untaken.set(index, error.message);
    }
  }
  return encoded;
}
