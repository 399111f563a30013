/** Plain data that configures record parsing in a worker; created here, used by `recordFormat`. */
import type { RecordFormatReference } from '@weir/contract';
import type { ExtensionFormatDefinition, RecordFormatDefinition } from '../forms/record-format.js';
import { csvDialect, type CsvCharacters } from './csv-dialect.js';
import { unreachable } from '@weir/platform';
import type { RecordDecoder } from '../forms/record-decoders.js';

export type FormatOptions =
  | {
      readonly kind: 'json' | 'debezium' | 'line' | 'raw' | 'drop';
      readonly decoders: readonly RecordDecoder[];
    }
  | ({
      readonly kind: 'csv';
      readonly decoders: readonly RecordDecoder[];
      /** `null` means that a row is a list. */
      readonly headers: readonly string[] | null;
    } & CsvCharacters);

/** For records that are read with a schema. */
export type SchemaFormatOptions = {
  readonly decoders: readonly RecordDecoder[];
  readonly schema: Uint8Array;
} & ({ readonly kind: 'protobuf'; readonly typeName: string } | { readonly kind: 'avro' });

/** For Avro records whose writer schemas arrive with them. */
export interface WrittenAvroOptions {
  /**
   * `registered`: a record begins with the id of its schema; `container`: all records of a chunk have the same schema.
   */
  readonly kind: 'registered' | 'container';
  readonly decoders: readonly RecordDecoder[];
  /** Reader schema; `null` if records are not converted. */
  readonly schema: Uint8Array | null;
}

export interface FormatExtras {
  /** Applied to each record before it is parsed. */
  readonly decoders?: readonly RecordDecoder[];
  /** Column names of CSV rows, if only the file contains them. */
  readonly headers?: readonly string[] | null;
  /** For formats with a schema. */
  readonly schema?: Uint8Array | undefined;
  /** A function in JavaScript. */
  readonly transformation?: string | undefined;
}

export function formatReference(
  format: RecordFormatDefinition | ExtensionFormatDefinition,
  { decoders = [], headers = null, schema, transformation }: FormatExtras = {},
): RecordFormatReference {
  const transforming = transformation === undefined ? {} : { transformation };
  if (isOfExtension(format)) {
    const module = new URL('./extension-formats.js', import.meta.url).href;
    return { module, options: { definition: { ...format }, decoders, ...transforming } };
  }
  if (format.type === 'AvroContainer' || isRegistered(format)) {
    const kind = format.type === 'Avro' ? 'registered' : 'container';
    const options: WrittenAvroOptions = { kind, decoders, schema: schema ?? null };
    const module = new URL('./written-avro.js', import.meta.url).href;
    return { module, options: { ...options, ...transforming } };
  }
  if (format.type === 'Parquet')
    return { module: new URL('./packed-values.js', import.meta.url).href, options: { ...transforming } };
  if (format.type === 'Protobuf' || format.type === 'Avro') {
    return {
      module: new URL('./schema-formats.js', import.meta.url).href,
      options: { ...schemaOptions(format, decoders, schema!), ...transforming },
    };
  }
  const options = optionsOf(format, decoders, headers);
  if (transformation === undefined) {
    return { module: new URL('./record-formats.js', import.meta.url).href, options: { ...options } };
  }
  return {
    module: new URL('./transforming-formats.js', import.meta.url).href,
    options: { ...options, transformation },
  };
}

function isOfExtension(
  format: RecordFormatDefinition | ExtensionFormatDefinition,
): format is ExtensionFormatDefinition {
  return format.type.includes('.');
}

type SchemaFormat = Extract<RecordFormatDefinition, { type: 'Protobuf' | 'Avro' }>;

/** Whether its records refer to registered schemas. */
function isRegistered(format: RecordFormatDefinition): boolean {
  return format.type === 'Avro' && format.schemaRegistry !== undefined;
}

export function schemaOptions(
  format: SchemaFormat,
  decoders: readonly RecordDecoder[],
  schema: Uint8Array,
): SchemaFormatOptions {
  if (format.type === 'Avro') return { kind: 'avro', decoders, schema };
  return { kind: 'protobuf', decoders, schema, typeName: format.typeName };
}

function optionsOf(
  format: Exclude<RecordFormatDefinition, SchemaFormat | { type: 'AvroContainer' | 'Parquet' }>,
  decoders: readonly RecordDecoder[],
  headers: readonly string[] | null,
): FormatOptions {
  switch (format.type) {
    case 'Json':
    case 'JsonL':
      return { kind: 'json', decoders };
    case 'Debezium':
      return { kind: 'debezium', decoders };
    case 'Line':
      return { kind: 'line', decoders };
    case 'Raw':
      return { kind: 'raw', decoders };
    case 'Drop':
      return { kind: 'drop', decoders };
    case 'CSV':
      return {
        kind: 'csv',
        decoders,
        headers: Array.isArray(format.headers) ? format.headers : headers,
        ...csvDialect(format),
      };
    default:
      return unreachable(format);
  }
}
