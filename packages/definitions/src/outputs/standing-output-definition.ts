/** An output of a standing query in its run-time and stored form, whichever version of the API created it. */
import { maskedDestination } from '../destinations/masked-destination.js';
import { parseOutputDefinition, withoutSecrets, type OutputDefinition } from './output-definition.js';
import { parseStoredWorkflow, type Workflow } from './workflow.js';

export type StandingOutputDefinition = OutputDefinition | Workflow;

/** @throws WeirError `output.invalid` */
export function parseStoredOutput(input: unknown): StandingOutputDefinition {
  const isWorkflow =
    typeof input === 'object' && input !== null && 'type' in input && input.type === 'Workflow';
  return isWorkflow ? parseStoredWorkflow(input) : parseOutputDefinition(input);
}

/** Returns the definition with secrets masked. */
export function maskedOutput(definition: StandingOutputDefinition): StandingOutputDefinition {
  if (definition.type !== 'Workflow') return withoutSecrets(definition);
  return { ...definition, destinations: definition.destinations.map(maskedDestination) };
}
