import { WeirError } from '@weir/platform';
import type { z } from 'zod';
import { withoutNulls } from '@weir/formats/forms';
import { availableIngest, type IngestDefinition, storedIngest } from './ingest-definition.js';
import { sourceDeclarations } from './source-declarations.js';
import { ingestDefinitionV1 } from './v1/ingest-definition.js';
import { ingestOfVersion1 } from './v1/version-1-form.js';

/**
 * Parses a stored definition, or one in the form of version 1.
 * @throws WeirError `ingest.invalid`, with every error; `ingest.unavailable`.
 */
export function parseIngestDefinition(input: unknown): IngestDefinition {
  const isVersion2 = typeof input === 'object' && input !== null && 'source' in input;
  if (isVersion2) {
    refuseUnknownKind(input.source);
    return availableIngest(parsed(storedIngest, withoutNulls(input)));
  }
  return ingestOfVersion1(parsed(ingestDefinitionV1, input));
}

/** A stream of an earlier run may need an extension that this run lacks. */
function refuseUnknownKind(source: unknown): void {
  const type = typeof source === 'object' && source !== null && 'type' in source ? source.type : undefined;
  if (typeof type !== 'string' || !type.includes('.') || sourceDeclarations().has(type)) return;
  throw new WeirError(
    'ingest.unavailable',
    `No extension provides the source ${type}: load the extension that does at startup`,
  );
}

function parsed<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const complaints = result.error.issues.map(
    issue => `${issue.path.join('.') || 'definition'}: ${issue.message}`,
  );
  throw new WeirError('ingest.invalid', `Invalid ingest stream definition: ${complaints.join('; ')}`, {
    cause: result.error,
  });
}
