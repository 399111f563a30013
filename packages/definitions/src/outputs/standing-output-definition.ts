/** An output of a standing query, whichever version of the API it was made by: as it runs and as it is stored. */
import { maskedDestination } from './masked-destination.js';
import { parseOutputDefinition, withoutSecrets, type OutputDefinition } from './output-definition.js';
import { parseStoredWorkflow, type Workflow } from './workflow.js';

export type StandingOutputDefinition = OutputDefinition | Workflow;

/** @throws WeirError `output.invalid` */
export function parseStoredOutput(input: unknown): StandingOutputDefinition {
  const isWorkflow =
    typeof input === 'object' && input !== null && 'type' in input && input.type === 'Workflow';
  return isWorkflow ? parseStoredWorkflow(input) : parseOutputDefinition(input);
}

/** The definition as it may be shown: secrets never come back out. */
export function maskedOutput(definition: StandingOutputDefinition): StandingOutputDefinition {
  if (definition.type !== 'Workflow') return withoutSecrets(definition);
  return { ...definition, destinations: definition.destinations.map(maskedDestination) };
}
