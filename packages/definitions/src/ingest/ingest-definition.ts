/**
 * What an ingest stream is: a source, a query that runs once per record, and what becomes of trouble. It is said as
 * version 2 of the API says it; version 1 has a form of its own for a part of it (`v1/version-1-form.ts`). One schema is
 * the type, the check, the defaults and, through packages/api, the documentation. Durations are in milliseconds inside.
 */
import { WeirError } from '@weir/model';
import { z } from 'zod';
import { type Form, LENIENT, STRICT } from '@weir/plugins/form';
import { int, maskedRegistry } from '@weir/formats/forms';
import { maskedDestination } from '../outputs/masked-destination.js';
import { recordErrorPolicyOf, streamErrorPolicyOf } from './failure-policies.js';
import { type SourceDefinition, sourcesOf } from './source.js';
import { sourceDeclarations } from './source-declarations.js';

const transformation = z
  .strictObject({
    type: z.literal('JavaScript'),
    function: z.string().min(1).meta({ example: 'that => ({ ...that, read: true })' }),
  })
  .meta({ description: 'A function that makes another value of each record before the query gets it' });

function fieldsOf(form: Form) {
  return {
    // Made when the first stream needs it: it is a third of all schemas.
    source: z.lazy(() => sourcesOf(form)),
    query: z.string().meta({ description: 'Ingest query in Cypher, run once per record' }),
    parameter: z
      .string()
      .min(1)
      .default('that')
      .meta({ description: 'Name of the query parameter that carries the record' }),
    transformation: transformation.optional(),
    parallelism: int(1)
      .default(16)
      .meta({ default: 16, description: 'Ingest queries of this stream that run at once' }),
    maxPerSecond: int(1).optional().meta({ description: 'Records per second; absent: no limit' }),
    onRecordError: recordErrorPolicyOf(form).prefault({}),
    onStreamError: streamErrorPolicyOf(form),
  };
}

/** All but the name. `null` in them is as good as absent, which is for the object around them to see to. */
export const ingestFields = fieldsOf(STRICT);
/** The same, where fields that are unknown are ignored and spellings of older clients are known. */
export const lenientIngestFields = fieldsOf(LENIENT);

/** As it is stored. */
export const storedIngest = z.object(lenientIngestFields);

/** What is understood, whether it can be run here or not. */
export type AnyIngestDefinition = z.output<typeof storedIngest>;

export interface IngestDefinition extends Omit<AnyIngestDefinition, 'source'> {
  readonly source: SourceDefinition;
}

/** @throws WeirError `ingest.unavailable` for what this release knows and can't run. */
export function availableIngest(definition: AnyIngestDefinition): IngestDefinition {
  const { source } = definition;
  const reason = sourceDeclarations().get(source.type)?.unavailable?.(source);
  if (reason === undefined) return definition as IngestDefinition;
  throw new WeirError('ingest.unavailable', reason);
}

/** The definition as it may be shown: secrets never come back out. */
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
  const masked = sourceDeclarations().get(source.type)?.masked?.(source) ?? source;
  return masked as SourceDefinition;
}

function withMaskedFormat<T extends SourceDefinition>(source: T): T {
  const format = 'format' in source ? source.format : undefined;
  if (format?.type !== 'Avro' || format.schemaRegistry === undefined) return source;
  return { ...source, format: { ...format, schemaRegistry: maskedRegistry(format.schemaRegistry) } };
}
