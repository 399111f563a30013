/**
 * An output of a standing query, second API version: results pass an optional filter, transformation and enrichment
 * query, then go to one or more destinations. One schema provides the type, the validation, the defaults and, through
 * packages/api, the documentation; it has a strict and a lenient form, for the two forms of that version.
 */
import { WeirError } from '@weir/platform';
import { z } from 'zod';
import { outputFailurePolicy, withoutNulls } from '@weir/formats/forms';
import { queryFields } from '@weir/local';
import { LENIENT, STRICT } from '@weir/plugins/form';
import { workflowDestinationsOf } from '../destinations/workflow-destination.js';

function fieldsOf(isStrict: boolean) {
  const object = <T extends z.ZodRawShape>(shape: T): z.ZodObject<T> =>
    isStrict ? z.strictObject(shape) : z.object(shape);
  const form = isStrict ? STRICT : LENIENT;
  return {
    filter: object({ type: z.literal('OnlyPositiveMatch') })
      .optional()
      .meta({ 'x-label': 'Only matches, no retractions', description: 'Omits retractions' }),
    preEnrichmentTransformation: object({ type: z.literal('InlineData') })
      .optional()
      .meta({ 'x-label': 'Only the data', description: 'Passes on only the data, without meta' }),
    resultEnrichment: z.preprocess(withoutType, object(queryFields)).optional().meta({
      'x-label': 'Enrichment',
      description: 'Query to run for each result; each row that it returns replaces the result',
    }),
    destinations: z
      // Created when the first one is parsed: there are many.
      .array(z.lazy(() => workflowDestinationsOf(form)))
      .min(1, { error: 'At least one destination is required' })
      .meta({ 'x-item-label': 'Destination', description: 'Each destination receives every result' }),
    onFailure: outputFailurePolicy.optional().meta({
      'x-label': 'When a result cannot be delivered',
      description: 'Default: DeadLetter, with a file in the data directory',
    }),
  };
}

/** A key `type` is allowed on any object. */
function withoutType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type: _, ...fields } = value;
  return fields;
}

/** All fields except the name. `null` is equivalent to an absent field; the enclosing object must handle it. */
export const workflowFields = fieldsOf(true);
/** The lenient form: unknown fields are ignored, and spellings of older clients are accepted. */
export const lenientWorkflowFields = fieldsOf(false);

const stored = z.object({ type: z.literal('Workflow'), ...lenientWorkflowFields });

export type Workflow = z.output<typeof stored>;
export type Enrichment = NonNullable<Workflow['resultEnrichment']>;

/** @throws WeirError `output.invalid` */
export function parseStoredWorkflow(input: unknown): Workflow {
  const result = stored.safeParse(withoutNulls(input));
  if (result.success) return result.data;
  throw new WeirError('output.invalid', `Invalid standing query output: ${result.error.message}`, {
    cause: result.error,
  });
}
