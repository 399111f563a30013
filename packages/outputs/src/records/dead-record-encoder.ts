/** Records that could not be read as bytes, for brokers: as they were, or told in JSON or a message of Protobuf. */
import type { DeadRecord } from '@weir/contract';
import type { DeadLetterDestination } from '@weir/definitions';
import { queryJson, type ValueMap } from '@weir/model';
import { type EncoderWorld, writerOf } from '../formats/result-encoder.js';

export type DeadLetterFormat = Extract<DeadLetterDestination, { type: 'Kafka' }>['outputFormat'];

export function frameText({ frame }: DeadRecord): string {
  return queryJson(frame);
}

export function envelopeText(record: DeadRecord): string {
  return queryJson(envelopeOf(record));
}

export function envelopeOf({ frame, decoded, message }: DeadRecord): ValueMap {
  return { frame, ...(decoded === undefined ? {} : { decoded }), message };
}

/**
 * @returns a function that throws Unwritable.
 * @throws WeirError `output.invalid` where a schema can't be used.
 */
export async function deadRecordEncoder(
  format: DeadLetterFormat,
  world: EncoderWorld,
): Promise<(record: DeadRecord) => Buffer> {
  switch (format.type) {
    case 'Bytes':
      return ({ bytes }) => Buffer.from(bytes);
    case 'JSON': {
      const textOf = format.withInfoEnvelope ? envelopeText : frameText;
      return record => Buffer.from(`${textOf(record)}\n`);
    }
    case 'Protobuf': {
      const write = await writerOf(format, '', world);
      return record => Buffer.from(write(format.withInfoEnvelope ? envelopeOf(record) : record.frame));
    }
  }
}
