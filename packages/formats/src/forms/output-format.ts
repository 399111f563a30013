/** Formats of results, in both versions of the API. */
import { z } from 'zod';
import { LENIENT } from '@weir/plugins/form';
import { maskedRegistry, schemaRegistryOf } from './schema-registry.js';

export const outputStructure = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('WithMetadata') }),
    z.object({ type: z.literal('Bare') }),
  ])
  .meta({ description: 'WithMetadata: {meta, data}; Bare: only the data' });

const schemaUrl = z.string().min(1).meta({ description: 'File, or http or https URL' });

/** Formats of results as bytes, in both versions, where the field is required. */
export const requiredFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('JSON') }).meta({ description: 'JSON text with a line ending' }),
  z
    .object({ type: z.literal('Protobuf'), schemaUrl, typeName: z.string().min(1) })
    .meta({ description: 'Protobuf message; schemaUrl is a compiled descriptor set' }),
  z
    .object({
      type: z.literal('Avro'),
      schemaUrl,
      schemaRegistry: schemaRegistryOf(LENIENT)
        .optional()
        .meta({ description: 'Registers the schema there and writes its id before each value' }),
      subject: z.string().min(1).optional().meta({
        description:
          'Name of the schema in the registry; default: the name of the topic with the suffix -value',
      }),
    })
    .meta({ description: 'Avro value; schemaUrl is its schema' }),
]);
export const outputFormat = requiredFormat.default({ type: 'JSON' }).meta({ default: { type: 'JSON' } });

export type OutputFormat = z.output<typeof outputFormat>;
export type OutputStructure = z.output<typeof outputStructure>;

/** The format without secrets. */
export function maskedFormat(format: OutputFormat): OutputFormat {
  if (format.type !== 'Avro' || format.schemaRegistry === undefined) return format;
  return { ...format, schemaRegistry: maskedRegistry(format.schemaRegistry) };
}
