/** An output of a standing query, whichever version of the API it was made by: as it runs and as it is stored. */
import { shownOrigin } from '@weir/model';
import { maskedAws } from '../ingest/masked-aws.js';
import { maskedKafka } from '../ingest/masked-kafka.js';
import { maskedNats } from '../nats-target.js';
import {
  maskedEndpoint,
  maskedFormat,
  maskedSigning,
  parseOutputDefinition,
  withoutSecrets,
  type OutputDefinition,
} from './output-definition.js';
import { parseStoredWorkflow, type Workflow, type WorkflowDestination } from './workflow.js';

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

function maskedDestination(destination: WorkflowDestination): WorkflowDestination {
  switch (destination.type) {
    case 'HttpEndpoint':
      return { ...destination, ...maskedEndpoint(destination), ...maskedSigning(destination) };
    case 'WebSocket':
      return { ...destination, ...maskedEndpoint(destination) };
    case 'Kafka':
      return { ...maskedKafka(destination), format: maskedFormat(destination.format) };
    case 'NatsJetStream':
      return { ...maskedNats(destination), format: maskedFormat(destination.format) };
    case 'Kinesis':
    case 'SNS':
    case 'SQS':
      return { ...maskedAws(destination), format: maskedFormat(destination.format) };
    case 'ReactiveStream':
      return { ...destination, format: maskedFormat(destination.format) };
    case 'Slack':
      return { ...destination, hookUrl: shownOrigin(destination.hookUrl) };
    default:
      return destination;
  }
}
