/** Outputs of standing queries in the terms of the second API version; secrets are already masked. */
import {
  formatDuration,
  type StandingOutputDefinition,
  version2Form,
  type Workflow,
  type WorkflowDestination,
} from '@weir/definitions';

type ShowDestination = (destination: WorkflowDestination) => object;

/** Returns whether version 2 can express the output. */
export function isSayableInV2(output: StandingOutputDefinition): boolean {
  return workflowOf(output) !== undefined;
}

function workflowOf(output: StandingOutputDefinition): Workflow | undefined {
  return output.type === 'Workflow' ? output : version2Form(output);
}

/** Returns the outputs that version 2 can express. */
export function outputsV2(
  outputs: Readonly<Record<string, StandingOutputDefinition>>,
  show: ShowDestination,
): object[] {
  return Object.entries(outputs)
    .filter(([, output]) => isSayableInV2(output))
    .map(([name, output]) => outputV2(name, output, show));
}

/** @param output an output that version 2 can express. */
export function outputV2(name: string, output: StandingOutputDefinition, show: ShowDestination): object {
  return { name, ...shownWorkflow(workflowOf(output)!, show) };
}

function shownWorkflow(workflow: Workflow, show: ShowDestination): object {
  const { filter, preEnrichmentTransformation, resultEnrichment, destinations, onFailure } = workflow;
  return {
    filter,
    preEnrichmentTransformation,
    resultEnrichment,
    destinations: destinations.map(show),
    onFailure,
  };
}

export function withInterval(destination: WorkflowDestination): object {
  if (!('interval' in destination)) return destination;
  return { ...destination, interval: formatDuration(destination.interval) };
}

/** Replaces durations by integers. */
export function withIntervalSeconds(destination: WorkflowDestination): object {
  if (!('interval' in destination)) return destination;
  const { interval, ...others } = destination;
  return { ...others, intervalSeconds: Math.round(interval / 1000) };
}
