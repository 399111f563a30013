/** Formats of results, in both versions of the API. */
import { z } from 'zod';
import { LENIENT } from '@weir/plugins/form';
import { maskedRegistry, schemaRegistryOf } from './schema-registry.js';

export const outputStructure = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('WithMetadata') }),
    z.object({ type: z.literal('Bare') }),
  ])
  .meta({ description: 'WithMetadata: {meta, data}; Bare: the data alone' });

const schemaUrl = z.string().min(1).meta({ description: 'A file, or an http or https address' });

/** Formats of results as bytes, in both versions, where the field is required. */
export const requiredFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('JSON') }).meta({ description: 'A text, with a line end' }),
  z
    .object({ type: z.literal('Protobuf'), schemaUrl, typeName: z.string().min(1) })
    .meta({ description: 'A message; schemaUrl is a compiled descriptor set' }),
  z
    .object({
      type: z.literal('Avro'),
      schemaUrl,
      schemaRegistry: schemaRegistryOf(LENIENT)
        .optional()
        .meta({ description: 'The schema is made known there, and its number precedes each value' }),
      subject: z.string().min(1).optional().meta({
        description: 'Name of the schema in the registry; default: that of the topic, and -value',
      }),
    })
    .meta({ description: 'A value; schemaUrl is its schema' }),
]);
export const outputFormat = requiredFormat.default({ type: 'JSON' }).meta({ default: { type: 'JSON' } });

export type OutputFormat = z.output<typeof outputFormat>;
export type OutputStructure = z.output<typeof outputStructure>;

/** The format without secrets. */
export function maskedFormat(format: OutputFormat): OutputFormat {
  if (format.type !== 'Avro' || format.schemaRegistry === undefined) return format;
  return { ...format, schemaRegistry: maskedRegistry(format.schemaRegistry) };
}
