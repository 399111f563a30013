/**
 * Definition of an ingest stream: a source, a query that runs once per record, and the handling of failures. It follows
 * version 2 of the API; version 1 has its own form of a subset (`v1/version-1-form.ts`). One schema provides the type,
 * the validation, the defaults and, through packages/api, the documentation. Durations are in milliseconds.
 */
import { WeirError } from '@weir/platform';
import { z } from 'zod';
import { type Form, LENIENT, STRICT } from '@weir/plugins/form';
import { maskedFields } from '@weir/plugins/registry';
import { int, maskedRegistry } from '@weir/formats/forms';
import { maskedDestination } from '../destinations/masked-destination.js';
import { recordErrorPolicyOf, streamErrorPolicyOf } from './failure-policies.js';
import { type SourceDefinition, sourcesOf } from './source.js';
import { sourceDeclarations } from './source-declarations.js';

const transformation = z
  .strictObject({
    type: z.literal('JavaScript'),
    function: z.string().min(1).meta({ example: 'that => ({ ...that, read: true })' }),
  })
  .meta({ description: 'JavaScript function that transforms each record before the query receives it' });

function fieldsOf(form: Form) {
  return {
    // Created for the first stream: it is a third of all schemas.
    source: z.lazy(() => sourcesOf(form)),
    query: z
      .string()
      .meta({ 'x-label': 'Ingest query', description: 'Ingest query in Cypher; runs once per record' }),
    parameter: z
      .string()
      .min(1)
      .default('that')
      .meta({ 'x-label': 'Query parameter', description: 'Name of the query parameter for the record' }),
    transformation: transformation.optional(),
    parallelism: int(1).default(16).meta({
      default: 16,
      'x-label': 'Parallel queries',
      description: 'Maximum number of ingest queries that this stream runs in parallel',
    }),
    maxPerSecond: int(1).optional().meta({
      'x-label': 'Maximum records per second',
      description: 'Maximum number of records per second; default: no limit',
    }),
    onRecordError: recordErrorPolicyOf(form).prefault({}),
    onStreamError: streamErrorPolicyOf(form),
  };
}

/** All fields except the name. `null` is equivalent to an absent field; the enclosing object must handle it. */
export const ingestFields = fieldsOf(STRICT);
/** The lenient form: unknown fields are ignored, and spellings of older clients are accepted. */
export const lenientIngestFields = fieldsOf(LENIENT);

export const storedIngest = z.object(lenientIngestFields);

/** Every valid definition, whether or not it can be run here. */
export type AnyIngestDefinition = z.output<typeof storedIngest>;

export interface IngestDefinition extends Omit<AnyIngestDefinition, 'source'> {
  readonly source: SourceDefinition;
}

/** @throws WeirError `ingest.unavailable` for valid definitions that this release cannot run. */
export function availableIngest(definition: AnyIngestDefinition): IngestDefinition {
  const { source } = definition;
  const reason = sourceDeclarations().get(source.type)?.unavailable?.(source);
  if (reason === undefined) return definition as IngestDefinition;
  throw new WeirError('ingest.unavailable', reason);
}

/** Returns the definition with secrets masked. */
export function maskedIngest(definition: IngestDefinition): IngestDefinition {
  const { source, onRecordError } = definition;
  const { destinations } = onRecordError.deadLetterQueueSettings;
  return {
    ...definition,
    source: maskedSource(source),
    onRecordError: {
      ...onRecordError,
      deadLetterQueueSettings: { destinations: destinations.map(maskedDestination) },
    },
  };
}

function maskedSource(definition: SourceDefinition): SourceDefinition {
  const source = withMaskedFormat(definition);
  const kind = sourceDeclarations().get(source.type);
  return maskedFields({ ...source, ...kind?.masked?.(source) }, kind?.secrets);
}

function withMaskedFormat<T extends SourceDefinition>(source: T): T {
  const format = 'format' in source ? source.format : undefined;
  if (format?.type !== 'Avro' || format.schemaRegistry === undefined) return source;
  return { ...source, format: { ...format, schemaRegistry: maskedRegistry(format.schemaRegistry) } };
}
