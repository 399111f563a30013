/** Outputs as bodies of the second API version give them, in both of its forms. */
import { WeirError } from '@weir/model';
import type { StandingOutputDefinition, Workflow } from '@weir/definitions';
import type { StandingQueries } from '../services/standing-queries.js';

/** A body: the output's name beside its fields. */
export type NamedWorkflow = Omit<Workflow, 'type'> & { readonly name: string };

/** Of two outputs with one name the later one counts. */
export function workflowsByName(
  outputs: readonly NamedWorkflow[],
): Readonly<Record<string, StandingOutputDefinition>> {
  return Object.fromEntries(outputs.map(output => [output.name, workflowOf(output)]));
}

/** Rejects with `request.invalid` for a standing query that is not there: clients expect a bad request. */
export async function addWorkflow(
  standing: StandingQueries,
  name: string,
  output: NamedWorkflow,
): Promise<void> {
  try {
    await standing.addOutput(name, output.name, workflowOf(output));
  } catch (error) {
    if (!(error instanceof WeirError) || error.code !== 'standing.not-found') throw error;
    throw new WeirError('request.invalid', error.message, { cause: error });
  }
}

function workflowOf({ name: _, ...fields }: NamedWorkflow): Workflow {
  return { type: 'Workflow', ...fields };
}
