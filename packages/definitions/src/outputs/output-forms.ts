/**
 * Converts outputs to the other version of the API. Some have no equivalent: in version 1, a workflow of several
 * destinations and lines without a prefix; in version 2, a query whose rows keep their metadata.
 */
import type { OutputStructure } from '@weir/formats/forms';
import { isBare } from '@weir/formats/version1';
import { destinationDeclarations } from '../destinations/destination-declarations.js';
import {
  type CypherQueryOutput,
  destinationOfVersion1,
  type OutputDefinition,
  type SingleOutput,
} from './output-definition.js';
import type { WorkflowDestination } from '../destinations/workflow-destination.js';
import type { Workflow } from './workflow.js';

const INLINE = { type: 'InlineData' } as const;
const MATCHES = { type: 'OnlyPositiveMatch' } as const;
const BARE: OutputStructure = { type: 'Bare' };
const WITH_METADATA: OutputStructure = { type: 'WithMetadata' };

/** Returns the structure of results for the first step after the transformation, and for the destinations. */
export function structuresOf(workflow: Workflow): { first: OutputStructure; last: OutputStructure } {
  const first = workflow.preEnrichmentTransformation === undefined ? WITH_METADATA : BARE;
  return { first, last: workflow.resultEnrichment === undefined ? first : BARE };
}

/** @returns `undefined` if version 1 cannot express it. */
export function version1Form(workflow: Workflow): OutputDefinition | undefined {
  const { filter, resultEnrichment, destinations, onFailure } = workflow;
  const { first, last } = structuresOf(workflow);
  if (destinations.length !== 1 || (filter !== undefined && resultEnrichment !== undefined)) return undefined;
  const output = version1Output(destinations[0]!, last, filter !== undefined);
  if (output === undefined) return undefined;
  const whole: OutputDefinition =
    resultEnrichment === undefined
      ? output
      : { type: 'CypherQuery', ...resultEnrichment, andThen: output, structure: first };
  if (onFailure === undefined) return whole;
  return canFail(whole) ? ({ ...whole, onFailure } as OutputDefinition) : undefined;
}

/** @returns `undefined` if there is none, as for destinations that were added later. */
function version1Output(
  destination: WorkflowDestination,
  structure: OutputStructure,
  onlyMatches: boolean,
): OutputDefinition | undefined {
  if (destination.type === 'CypherQuery') return onlyMatches ? undefined : { ...destination, structure };
  const version1 = destinationDeclarations().get(destination.type)?.version1;
  if (version1 === undefined || (onlyMatches && version1.hasFilter !== true)) return undefined;
  return version1.fromVersion2(destination, structure, onlyMatches) as SingleOutput | undefined;
}

function canFail(output: OutputDefinition): boolean {
  return output.type === 'CypherQuery' || 'onFailure' in destinationOfVersion1(output).version1.schema.shape;
}

/** @returns `undefined` if version 2 cannot express it. */
export function version2Form(output: OutputDefinition): Workflow | undefined {
  const workflow: MakeWorkflow = (destination, isBare, fields = {}) => ({
    type: 'Workflow',
    ...(isBare ? { preEnrichmentTransformation: INLINE } : {}),
    ...fields,
    destinations: [destination],
    ...('onFailure' in output && output.onFailure !== undefined ? { onFailure: output.onFailure } : {}),
  });
  if (output.type === 'CypherQuery') return version2OfQuery(output, workflow);
  const { destination, isBare, onlyMatches } = destinationOfVersion1(output).version1.toVersion2(output);
  return workflow(
    destination as WorkflowDestination,
    isBare,
    onlyMatches === true ? { filter: MATCHES } : {},
  );
}

type MakeWorkflow = (
  destination: WorkflowDestination,
  isBare: boolean,
  fields?: Partial<Workflow>,
) => Workflow;

function version2OfQuery(
  { query, parameter, parallelism, allowAllNodeScan, shouldRetry, structure, andThen }: CypherQueryOutput,
  workflow: MakeWorkflow,
): Workflow | undefined {
  const run = { query, parameter, parallelism, allowAllNodeScan, shouldRetry };
  if (andThen === undefined) return workflow({ type: 'CypherQuery', ...run }, isBare(structure));
  if (andThen.type === 'CypherQuery' && andThen.andThen !== undefined) return undefined;
  const next = version2Form(andThen);
  const destination = next?.destinations[0];
  // In version 2 rows are bare from here on; only outputs that pass on bare data, or nothing, are equivalent.
  if (destination === undefined || next?.filter !== undefined || next?.onFailure !== undefined)
    return undefined;
  const isSame = next?.preEnrichmentTransformation !== undefined || destination.type === 'Drop';
  return isSame ? workflow(destination, isBare(structure), { resultEnrichment: run }) : undefined;
}
