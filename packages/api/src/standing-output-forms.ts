/** Outputs of standing queries in the words of the second API version; secrets are masked already. */
import {
  formatDuration,
  type StandingOutputDefinition,
  version2Form,
  type Workflow,
  type WorkflowDestination,
} from '@weir/definitions';

type ShowDestination = (destination: WorkflowDestination) => object;

/** Of what does not have this version's form, the destination is what version 1 says. */
export function outputV2(name: string, output: StandingOutputDefinition, show: ShowDestination): object {
  const workflow = output.type === 'Workflow' ? output : version2Form(output);
  return workflow === undefined
    ? { name, destinations: [output] }
    : { name, ...shownWorkflow(workflow, show) };
}

export function shownWorkflow(workflow: Workflow, show: ShowDestination): object {
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
