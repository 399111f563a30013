/** Outputs of standing queries in the words of each version of the API; secrets are masked already. */
import {
  formatDuration,
  type StandingOutputDefinition,
  version1Form,
  version2Form,
  type Workflow,
} from '@weir/definitions';

/** What does not have this version's form is shown as it is, with the type `Workflow`. */
export function version1Output(output: StandingOutputDefinition): object {
  if (output.type !== 'Workflow') return output;
  return version1Form(output) ?? { type: 'Workflow', ...shownWorkflow(output, withInterval) };
}

/** Of what does not have this version's form, the destination is what version 1 says. */
export function version2Output(name: string, output: StandingOutputDefinition): object {
  return shownVersion2(name, output, withInterval);
}

/** The same, with durations as integers. */
export function envelopedOutput(name: string, output: StandingOutputDefinition): object {
  return shownVersion2(name, output, withIntervalSeconds);
}

type Destination = Workflow['destinations'][number];
type ShowDestination = (destination: Destination) => object;

function shownVersion2(name: string, output: StandingOutputDefinition, show: ShowDestination): object {
  const workflow = output.type === 'Workflow' ? output : version2Form(output);
  return workflow === undefined
    ? { name, destinations: [output] }
    : { name, ...shownWorkflow(workflow, show) };
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

function withInterval(destination: Destination): object {
  if (destination.type !== 'Slack') return destination;
  return { ...destination, interval: formatDuration(destination.interval) };
}

function withIntervalSeconds(destination: Destination): object {
  if (destination.type !== 'Slack') return destination;
  const { interval, ...others } = destination;
  return { ...others, intervalSeconds: Math.round(interval / 1000) };
}
