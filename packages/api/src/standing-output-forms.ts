/** Outputs of standing queries in the words of the second API version; secrets are masked already. */
import {
  formatDuration,
  type StandingOutputDefinition,
  version2Form,
  type Workflow,
  type WorkflowDestination,
} from '@weir/definitions';

type ShowDestination = (destination: WorkflowDestination) => object;

/** Version 2 has words for it. */
export function isSayableInV2(output: StandingOutputDefinition): boolean {
  return workflowOf(output) !== undefined;
}

function workflowOf(output: StandingOutputDefinition): Workflow | undefined {
  return output.type === 'Workflow' ? output : version2Form(output);
}

/** Those that version 2 has words for. */
export function outputsV2(
  outputs: Readonly<Record<string, StandingOutputDefinition>>,
  show: ShowDestination,
): object[] {
  return Object.entries(outputs)
    .filter(([, output]) => isSayableInV2(output))
    .map(([name, output]) => outputV2(name, output, show));
}

/** @param output one that is sayable in version 2. */
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
  if (destination.type !== 'Slack') return destination;
  return { ...destination, interval: formatDuration(destination.interval) };
}

/** Durations as integers. */
export function withIntervalSeconds(destination: WorkflowDestination): object {
  if (destination.type !== 'Slack') return destination;
  const { interval, ...others } = destination;
  return { ...others, intervalSeconds: Math.round(interval / 1000) };
}
