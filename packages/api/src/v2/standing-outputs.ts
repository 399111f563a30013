/** Outputs of standing queries as the two forms of the second API version take and show them. */
import {
  lenientWorkflowFields,
  outputDefinition,
  withoutNulls,
  workflowFields,
  type Workflow,
} from '@weir/definitions';
import { z } from 'zod';
import { resourceName } from './parameters.js';
import { strictObject } from '../strict-object.js';

/** `null` is as good as absent, in whatever is inside. */
function nullable<T extends z.ZodType>(schema: T) {
  return z.preprocess(withoutNulls, schema);
}

export const v2OutputSchema = nullable(strictObject({ name: resourceName, ...workflowFields })).meta({
  id: 'StandingQueryWorkflow',
});

function preEnrichmentRenamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('preEnrichmentTransform' in value)) return value;
  const { preEnrichmentTransform, ...others } = value;
  return { preEnrichmentTransformation: preEnrichmentTransform, ...others };
}

export const envelopedOutputSchema = z.preprocess(
  value => withoutNulls(preEnrichmentRenamed(value)),
  z.object({ name: z.string().min(1, { error: 'A name may not be empty' }), ...lenientWorkflowFields }),
);

/** Early clients give outputs as an object, keyed by name. */
function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? undefined;
  return Object.entries(value).map(([name, output]) =>
    typeof output === 'object' && output !== null ? { ...output, name } : output,
  );
}

export const envelopedOutputsSchema = z.preprocess(asList, z.array(envelopedOutputSchema).default([]));

/** How an output is shown. Of a kind that only version 1 has, the destination is what version 1 says. */
export const shownOutputSchema = z
  .object({
    name: z.string(),
    ...workflowFields,
    destinations: z.array(z.union([workflowFields.destinations.element, outputDefinition])),
  })
  .meta({ id: 'ShownStandingQueryWorkflow' });

export const OUTPUT_EXAMPLE = {
  name: 'console',
  filter: { type: 'OnlyPositiveMatch' },
  preEnrichmentTransformation: { type: 'InlineData' },
  resultEnrichment: { query: 'MATCH (n) WHERE id(n) = $that.child RETURN n.name AS name' },
  destinations: [{ type: 'StandardOut' }],
};

/** A body: the output's name beside its fields. */
type NamedWorkflow = Omit<Workflow, 'type'> & { readonly name: string };

export function workflowOf({ name, ...fields }: NamedWorkflow): { output: string; definition: Workflow } {
  return { output: name, definition: { type: 'Workflow', ...fields } };
}

/** Of two outputs with one name the later one counts. */
export function workflowsByName(outputs: readonly NamedWorkflow[]): Record<string, Workflow> {
  return Object.fromEntries(outputs.map(workflowOf).map(({ output, definition }) => [output, definition]));
}
