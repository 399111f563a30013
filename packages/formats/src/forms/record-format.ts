/** Formats: how the bytes of a record become the value that the ingest query receives. */
import { z } from 'zod';
import type { ExtensionType } from '@weir/plugins';
import type { Form } from '@weir/plugins/form';
import { formatKinds } from '@weir/plugins/registry';
import { schemaRegistryOf } from './schema-registry.js';

export const CSV_CHARACTERS = {
  BACKSLASH: '\\',
  COMMA: ',',
  SEMICOLON: ';',
  COLON: ':',
  TAB: '\t',
  PIPE: '|',
  DOUBLE_QUOTE: '"',
} as const;

const CSV_NAMES = ['BACKSLASH', 'COMMA', 'SEMICOLON', 'COLON', 'TAB', 'PIPE', 'DOUBLE_QUOTE'] as const;

const schemaUrl = z.string().min(1);
const protobufSchema = {
  schemaUrl: schemaUrl.meta({
    description: 'Compiled descriptor set: a file, or an http or https URL',
  }),
  typeName: z.string().min(1).meta({ description: 'Name of the message, with or without its package' }),
};

function csvFormat(form: Form) {
  const character = form.word(CSV_NAMES);
  return form
    .member({
      type: z.literal('CSV'),
      headers: z
        .union([z.boolean(), z.array(z.string())])
        .default(false)
        .meta({ description: 'true: the first row contains the column names; a list: the column names' }),
      delimiter: character.default('COMMA'),
      quoteChar: character.default('DOUBLE_QUOTE'),
      escapeChar: character.default('BACKSLASH'),
    })
    .refine(f => new Set([f.delimiter, f.quoteChar, f.escapeChar]).size === 3, {
      error: 'delimiter, quoteChar and escapeChar must be three different characters',
    })
    .meta({
      'x-label': 'CSV',
      'x-common': 2,
      description: 'Each row: a list of texts, or with column names a map',
    });
}

export function debeziumFormatOf(form: Form) {
  return form.member({ type: z.literal('Debezium') }).meta({
    description:
      'Each record, or each line of a file, is a change event of Debezium in JSON: a map with operation, table, new and old',
  });
}

function avroFormat(form: Form) {
  return form
    .member({
      type: z.literal('Avro'),
      schemaUrl: schemaUrl.optional().meta({
        description:
          'Schema: a file, or an http or https URL. With a registry: the reader schema, to which all records are converted',
      }),
      schemaRegistry: schemaRegistryOf(form)
        .optional()
        .meta({ description: 'Schema registry; each record begins with the id of its schema' }),
    })
    .refine(f => f.schemaUrl !== undefined || f.schemaRegistry !== undefined, {
      error: 'schemaUrl or schemaRegistry is required',
    })
    .meta({ description: 'Each record is one Avro value; without a registry it has no header' });
}

/** A format provided by an extension, whose kind defines the other fields. No type above has this `type`. */
export interface ExtensionFormatDefinition {
  readonly type: ExtensionType;
}

/** Built-in formats and formats of extensions. After the first call, extensions can no longer add formats. */
function withExtensions<const M extends readonly [z.ZodObject, ...z.ZodObject[]]>(form: Form, builtIn: M) {
  const more = formatKinds
    .all()
    .map(({ type, title, description, fields }) =>
      form
        .member({ type: z.literal(type), ...fields(z) })
        .meta({ ...(title === undefined ? {} : { 'x-label': title }), description }),
    );
  return z.discriminatedUnion('type', [...builtIn, ...more] as unknown as M);
}

/** For sources whose records are cut out of text. */
export function fileFormatsOf(form: Form) {
  return form.named(
    'IngestFileFormat',
    withExtensions(form, [
      form
        .member({ type: z.literal('Line') })
        .meta({ 'x-label': 'Text lines', 'x-common': 3, description: 'Each line is a string' }),
      form
        .member({ type: z.literal('JsonL') })
        .meta({ 'x-label': 'JSON lines', 'x-common': 1, description: 'Each line is parsed as JSON' }),
      form
        .member({ type: z.literal('Json') })
        .meta({ description: 'Each object of an array or of a sequence of objects' }),
      csvFormat(form),
      debeziumFormatOf(form),
      form
        .member({
          type: z.literal('AvroContainer'),
          schemaUrl: schemaUrl
            .optional()
            .meta({ description: 'Reader schema of the values; default: the schema of the file' }),
        })
        .meta({ description: 'Each value of an Avro object container file' }),
      form
        .member({ type: z.literal('Parquet') })
        .meta({ description: 'Each row of a Parquet file as a map; only for files and S3 objects' }),
    ] as const),
  );
}

/** For sources whose sender delimits the records. */
export function streamingFormatsOf(form: Form) {
  return form.named(
    'IngestStreamingFormat',
    withExtensions(form, [
      form.member({ type: z.literal('Json') }).meta({ description: 'Each record is one JSON value' }),
      debeziumFormatOf(form),
      form.member({ type: z.literal('Raw') }).meta({ description: 'Each record is a byte array' }),
      form
        .member({ type: z.literal('Drop') })
        .meta({ description: 'Counts and discards records; the query does not run' }),
      form
        .member({ type: z.literal('Protobuf'), ...protobufSchema })
        .meta({ description: 'Each record is one Protobuf message, read as a map' }),
      avroFormat(form),
    ] as const),
  );
}

export type RecordFormatDefinition = z.output<
  ReturnType<typeof fileFormatsOf> | ReturnType<typeof streamingFormatsOf>
>;
export type CsvFormatDefinition = Extract<RecordFormatDefinition, { type: 'CSV' }>;
export type FileFormatDefinition = Extract<
  RecordFormatDefinition,
  z.output<ReturnType<typeof fileFormatsOf>>
>;
export type StreamingFormatDefinition = Extract<
  RecordFormatDefinition,
  z.output<ReturnType<typeof streamingFormatsOf>>
>;

/** Excludes formats that cannot be run yet. */
export type Running<S> = S extends { format: infer F }
  ? Omit<S, 'format'> & { format: Extract<F, FileFormatDefinition | StreamingFormatDefinition> }
  : S;
