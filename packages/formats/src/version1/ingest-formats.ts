/** The `format` of a stream in version 1: how a record becomes a run of the ingest query. */
import { z } from 'zod';

const query = z.string().meta({ description: 'Ingest query in Cypher; runs once per record' });
const parameter = z
  .string()
  .min(1)
  .default('that')
  .meta({ description: 'Name of the query parameter for the record' });

export const cypherJsonFormat = z
  .object({ type: z.literal('CypherJson'), query, parameter })
  .meta({ id: 'CypherJsonFormat', description: 'Each record is one JSON document' });

export const cypherLineFormat = z
  .object({ type: z.literal('CypherLine'), query, parameter })
  .meta({ id: 'CypherLineFormat', description: 'Each record is a string without its line ending' });

export const cypherRawFormat = z
  .object({ type: z.literal('CypherRaw'), query, parameter })
  .meta({ id: 'CypherRawFormat', description: 'Each record is a byte array' });

export const cypherProtobufFormat = z
  .object({
    type: z.literal('CypherProtobuf'),
    query,
    parameter,
    schemaUrl: z
      .string()
      .min(1)
      .meta({ description: 'Compiled descriptor set: a file, or an http or https URL' }),
    typeName: z.string().min(1).meta({ description: 'Name of the message, with or without its package' }),
  })
  .meta({ id: 'CypherProtobufFormat', description: 'Each record is one Protobuf message' });

export const dropFormat = z
  .object({ type: z.literal('Drop') })
  .meta({ id: 'DropFormat', description: 'Counts and discards records' });

const csvCharacter = z.enum(['Backslash', 'Comma', 'Semicolon', 'Colon', 'Tab', 'Pipe', 'DoubleQuote']);

export const cypherCsvFormat = z
  .object({
    type: z.literal('CypherCsv'),
    query,
    parameter,
    headers: z
      .union([z.boolean(), z.array(z.string())])
      .default(false)
      .meta({ description: 'true: the first row contains the column names; a list: the column names' }),
    delimiter: csvCharacter.default('Comma'),
    quoteChar: csvCharacter.default('DoubleQuote'),
    escapeChar: csvCharacter.default('Backslash'),
  })
  .refine(f => new Set([f.delimiter, f.quoteChar, f.escapeChar]).size === 3, {
    error: 'delimiter, quoteChar and escapeChar must be three different characters',
  })
  .meta({ id: 'CypherCsvFormat', description: 'Each record is a row of comma-separated values' });

/** For sources that cut lines. */
export const fileFormat = z.discriminatedUnion('type', [cypherLineFormat, cypherJsonFormat, cypherCsvFormat]);
/** For sources whose sender delimits the records. */
export const streamedFormat = z.discriminatedUnion('type', [
  cypherJsonFormat,
  cypherRawFormat,
  cypherProtobufFormat,
  dropFormat,
]);

export type FileFormatV1 = z.output<typeof fileFormat>;
export type StreamedFormatV1 = z.output<typeof streamedFormat>;
export type CsvFormatV1 = z.output<typeof cypherCsvFormat>;

/** Writes each record to a new node. */
export const DEFAULT_JSON_FORMAT = {
  type: 'CypherJson',
  query: 'CREATE ($that)',
  parameter: 'that',
} as const;

export const DEFAULT_OBJECT_FORMAT = {
  type: 'CypherLine',
  query: 'MATCH (x) WHERE id(x) = idFrom($that) SET x.content = $that',
  parameter: 'that',
} as const;

export const DEFAULT_NUMBER_FORMAT = {
  type: 'CypherLine',
  query: 'MATCH (x) WHERE id(x) = idFrom(toInteger($that)) SET x.i = toInteger($that)',
  parameter: 'that',
} as const;
