/** Encodes results in the format of an output's definition. Schemas are read when the encoder is opened. */
import { SchemaRegistry } from '../http/schema-registry.js';
import type { StandingOutput } from '@weir/contract';
import type { OutputFormat, OutputStructure } from '../forms/output-format.js';
import { type Value } from '@weir/model';
import { type Clock, messageOf, type OutgoingPolicy, unreachable, WeirError } from '@weir/platform';
import { resultText, resultValue } from './result-json.js';

export interface EncoderDependencies {
  readonly clock: Clock;
  readonly outgoing: OutgoingPolicy;
  /** Reads from an allowed file, or from the web. */
  readonly readSchema: (where: string) => Promise<Uint8Array>;
}

export interface ResultEncoder {
  /** @throws Unwritable for a result that the schema cannot represent. */
  encode(result: StandingOutput, structure: OutputStructure): Uint8Array;
}

type Write = (value: Value) => Uint8Array;

const MAGIC_AND_NUMBER = 5;

/**
 * @param subject default subject in a registry.
 * @throws WeirError `output.invalid` for an unusable schema.
 */
export async function openEncoder(
  format: OutputFormat,
  subject: string,
  dependencies: EncoderDependencies,
): Promise<ResultEncoder> {
  if (format.type === 'JSON') return JSON_LINES;
  const write = await writerOf(format, subject, dependencies);
  return { encode: (result, structure) => write(resultValue(result, structure)) };
}

const JSON_LINES: ResultEncoder = {
  encode: (result, structure) => Buffer.from(`${resultText(result, structure)}\n`),
};

/** Returns an encoder for values other than results. @throws WeirError `output.invalid`. */
export async function writerOf(
  format: Exclude<OutputFormat, { type: 'JSON' }>,
  subject: string,
  dependencies: EncoderDependencies,
): Promise<Write> {
  try {
    const schema = await dependencies.readSchema(format.schemaUrl);
    switch (format.type) {
      case 'Protobuf': {
        const { protobufWriter } = await import('./protobuf-writer.js');
        return protobufWriter(schema, format.typeName);
      }
      case 'Avro': {
        const { avroWriter } = await import('./avro-writer.js');
        const text = new TextDecoder().decode(schema);
        const write = avroWriter(text);
        if (format.schemaRegistry === undefined) return write;
        const registry = new SchemaRegistry(format.schemaRegistry, dependencies);
        try {
          const number = await registry.register(format.subject ?? subject, text);
          return value => numbered(number, write(value));
        } finally {
          await registry.close();
        }
      }
      default:
        return unreachable(format);
    }
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WeirError('output.invalid', `The format ${format.type} cannot be used: ${reason}`, { cause });
  }
}

function numbered(number: number, value: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(MAGIC_AND_NUMBER + value.length);
  bytes.writeInt32BE(number, 1);
  bytes.set(value, MAGIC_AND_NUMBER);
  return bytes;
}
