/** Outputs of standing queries as the two forms of the second API version accept and show them. */
import {
  lenientWorkflowFields,
  outputDefinition,
  resourceName,
  withoutNulls,
  workflowFields,
  type StandingOutputDefinition,
  type Workflow,
} from '@weir/definitions';
import { z } from 'zod';
import { strictObject } from '../strict-object.js';
import { addressableName } from './addressable-name.js';

/** Treats `null` as absent, at any depth. */
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

/** Moves fields of version 1 into `output`, so that only the name stays beside them. */
function version1Apart(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'destinations' in value || !('type' in value))
    return value;
  const { name: given, ...output } = value as { readonly name?: unknown };
  return { name: given, output };
}

/** A workflow, or an output of version 1, with its name beside its fields. */
export const envelopedOutputSchema = z.preprocess(
  value => version1Apart(withoutNulls(preEnrichmentRenamed(value))),
  z.union([
    z.object({ name: addressableName, ...lenientWorkflowFields }),
    z.object({ name: addressableName, output: outputDefinition }).meta({
      description: 'The name and the fields of an output of version 1',
    }),
  ]),
);

type EnvelopedOutput = z.output<typeof envelopedOutputSchema>;

export function envelopedOutputOf(given: EnvelopedOutput): {
  output: string;
  definition: StandingOutputDefinition;
} {
  return 'output' in given ? { output: given.name, definition: given.output } : workflowOf(given);
}

export function envelopedOutputsByName(
  outputs: readonly EnvelopedOutput[],
): Record<string, StandingOutputDefinition> {
  return Object.fromEntries(
    outputs.map(envelopedOutputOf).map(({ output, definition }) => [output, definition]),
  );
}

/** Early clients send outputs as an object, keyed by name. */
function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? undefined;
  return Object.entries(value).map(([name, output]) =>
    typeof output === 'object' && output !== null ? { ...output, name } : output,
  );
}

export const envelopedOutputsSchema = z.preprocess(asList, z.array(envelopedOutputSchema).default([]));

/** Schema of a shown output. */
export const shownOutputSchema = z
  .object({ name: z.string(), ...workflowFields })
  .meta({ id: 'ShownStandingQueryWorkflow' });

/** Schema of an output that the enveloped form shows. */
export const shownEnvelopedOutputSchema = z.union([
  shownOutputSchema,
  z.looseObject({ name: z.string(), type: z.literal('CypherQuery') }).meta({
    id: 'ShownStandingQueryOutput',
    description: 'An output of version 1 that no workflow can express: its name and its fields',
  }),
]);

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

/** If two outputs have the same name, the later one counts. */
export function workflowsByName(outputs: readonly NamedWorkflow[]): Record<string, Workflow> {
  return Object.fromEntries(outputs.map(workflowOf).map(({ output, definition }) => [output, definition]));
}
