/**
 * An output of a standing query, second API version: results pass a filter, a transformation and a query that
 * enriches them, each of which may be left out, and go to one or more destinations. One schema is the type, the
 * check, the defaults and, through packages/api, the documentation; it has a strict and a lenient form, for the two
 * forms of that version.
 */
import { WeirError } from '@weir/model';
import { z } from 'zod';
import { destinationFormsOf, type ExtensionResultDestination, withoutNulls } from '@weir/formats/forms';
import { queryFields } from '@weir/local';
import { type Form, LENIENT, STRICT } from '@weir/plugins/form';
import { withInterval } from '@weir/web';
import { type BUILT_IN_DESTINATIONS, destinationDeclarations } from './destination-declarations.js';
import { outputFailurePolicy } from './output-definition.js';

type BuiltIn = z.output<ReturnType<(typeof BUILT_IN_DESTINATIONS)[number]['results']>>;

function destinationsOf(form: Form): z.ZodType<BuiltIn | ExtensionResultDestination> {
  const forms = destinationFormsOf(form);
  const members = [...destinationDeclarations().values()].map(({ results }) => results(forms));
  const union = z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);
  const destination = form.isStrict ? union : z.preprocess(withInterval, union);
  return form.named('StandingQueryDestination', destination) as unknown as z.ZodType<
    BuiltIn | ExtensionResultDestination
  >;
}

function fieldsOf(isStrict: boolean) {
  const object = <T extends z.ZodRawShape>(shape: T): z.ZodObject<T> =>
    isStrict ? z.strictObject(shape) : z.object(shape);
  const form = isStrict ? STRICT : LENIENT;
  return {
    filter: object({ type: z.literal('OnlyPositiveMatch') })
      .optional()
      .meta({ description: 'Leaves cancellations out' }),
    preEnrichmentTransformation: object({ type: z.literal('InlineData') })
      .optional()
      .meta({ description: 'Hands on the bare data instead of meta and data' }),
    resultEnrichment: z.preprocess(withoutType, object(queryFields)).optional().meta({
      description: 'A query that runs for each result; each row that it returns goes on in its place',
    }),
    destinations: z
      // Made when the first is read: there are many.
      .array(z.lazy(() => destinationsOf(form)))
      .min(1, { error: 'At least one destination is needed' })
      .meta({ description: 'Each of them gets everything' }),
    onFailure: outputFailurePolicy
      .optional()
      .meta({ description: 'Default: DeadLetter, with a file in the data directory' }),
  };
}

/** A key `type` is let through on any object. */
function withoutType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type: _, ...fields } = value;
  return fields;
}

/** All but the name. `null` in them is as good as absent, which is for the object around them to see to. */
export const workflowFields = fieldsOf(true);
/** The same, where fields that are unknown are ignored and spellings of older clients are known. */
export const lenientWorkflowFields = fieldsOf(false);

const stored = z.object({ type: z.literal('Workflow'), ...lenientWorkflowFields });

export type Workflow = z.output<typeof stored>;
export type WorkflowDestination = Workflow['destinations'][number];
export type Enrichment = NonNullable<Workflow['resultEnrichment']>;

/** @throws WeirError `output.invalid` */
export function parseStoredWorkflow(input: unknown): Workflow {
  const result = stored.safeParse(withoutNulls(input));
  if (result.success) return result.data;
  throw new WeirError('output.invalid', `Invalid standing query output: ${result.error.message}`, {
    cause: result.error,
  });
}
