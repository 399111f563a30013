/**
 * Ingest streams as the older form of version 2 accepts and shows them. It accepts the fields of the newer form, older
 * spellings of them, and, beside a name, the fields of version 1.
 */
import {
  availableIngest,
  type IngestDefinition,
  ingestDefinitionV1,
  ingestOfVersion1,
  type KafkaSourceDefinition,
  type KinesisSourceDefinition,
  lenientIngestFields,
  pascal,
  type SourceDefinition,
  version1KeepAlive,
  withoutNulls,
} from '@weir/definitions';
import { z } from 'zod';
import type { IngestStatus } from '../../operations/ingest.js';
import { namedIngestInfoSchema, shownWarnings } from '../../v1/ingest-form.js';
import { addressableName } from '../addressable-name.js';
import { modernSpelling } from './modern-spelling.js';

const fields = z.object({
  name: addressableName,
  ...lenientIngestFields,
});

export const envelopedIngestSchema = z
  .preprocess((value, context) => {
    if (!isVersion1(value)) return modernSpelling(withoutNulls(value));
    const { name, ...definition } = value;
    const decoded = ingestDefinitionV1.safeParse(definition, { reportInput: true });
    if (decoded.success) return { name, ...ingestOfVersion1(decoded.data) };
    for (const issue of decoded.error.issues) context.issues.push({ ...issue } as never);
    return z.NEVER;
  }, fields)
  .meta({
    id: 'EnvelopedIngestDefinition',
    description: 'Alternatively, `name` and the fields of an ingest stream of version 1',
  });

function isVersion1(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || 'source' in value || !('type' in value)) return false;
  return typeof value.type === 'string' && value.type.endsWith('Ingest');
}

/** Returns a definition and its decoded form, so that fields which were not decoded can be reported. */
export function ingestInItsForm(given: unknown): readonly [given: unknown, decoded: unknown] {
  if (!isVersion1(given)) {
    const value = modernSpelling(given);
    return [value, fields.safeParse(withoutNulls(value)).data];
  }
  const { name: _, ...definition } = given;
  return [definition, ingestDefinitionV1.safeParse(definition).data];
}

export const envelopedIngestInfoSchema = namedIngestInfoSchema
  .extend({ settings: lenientIngestFields.source.meta({ description: 'Only the source' }) })
  .meta({ id: 'EnvelopedIngestInfo' });

/** @throws WeirError `ingest.unavailable`. */
export function ingestOfEnvelope({ name, ...definition }: z.output<typeof envelopedIngestSchema>): {
  name: string;
  definition: IngestDefinition;
} {
  return { name, definition: availableIngest(definition) };
}

export function envelopedIngest({ name, status, message, warnings, settings, stats }: IngestStatus): object {
  const shown = { name, status: { type: status }, message, ...shownWarnings(warnings) };
  return { ...shown, settings: olderSource(settings.source), stats };
}

/** Translates to the terms that older clients know. */
function olderSource(source: SourceDefinition): object {
  const tagged = (word: string) => ({ type: pascal(word) });
  return {
    ...source,
    ...('format' in source ? { format: olderFormat(source.format) } : {}),
    ...('keepAlive' in source ? { keepAlive: version1KeepAlive(source.keepAlive) } : {}),
    ...('recordDecoders' in source ? { recordDecoders: source.recordDecoders.map(tagged) } : {}),
    ...('fileIngestMode' in source && source.fileIngestMode !== undefined
      ? { fileIngestMode: tagged(source.fileIngestMode) }
      : {}),
    ...('autoOffsetReset' in source ? olderKafka(source) : {}),
    ...('iteratorType' in source ? { iteratorType: olderIterator(source.iteratorType) } : {}),
  };
}

/** Shows times under both of their names. */
function olderKafka({ autoOffsetReset, offsetCommitting }: KafkaSourceDefinition): object {
  return {
    autoOffsetReset: { type: pascal(autoOffsetReset) },
    ...(offsetCommitting === undefined
      ? {}
      : { offsetCommitting: { ...offsetCommitting, maxIntervalMillis: offsetCommitting.maxInterval } }),
  };
}

function olderIterator(iterator: KinesisSourceDefinition['iteratorType']): object {
  return iterator.type === 'AtTimestamp' ? { ...iterator, millisSinceEpoch: iterator.at } : iterator;
}

function olderFormat(format: SourceDefinition['format']): object | undefined {
  if (format?.type !== 'CSV') return format;
  const { delimiter, quoteChar, escapeChar } = format;
  return {
    ...format,
    delimiter: pascal(delimiter),
    quoteChar: pascal(quoteChar),
    escapeChar: pascal(escapeChar),
  };
}
