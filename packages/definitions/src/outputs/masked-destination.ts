/** Destinations as they may be shown: secrets never come back out. */
import { shownOrigin } from '@weir/model';
import { destinationKinds, maskedFields } from '@weir/plugins/registry';
import type { DeadLetterDestination } from '../ingest/failure-policies.js';
import { maskedAws } from '../ingest/masked-aws.js';
import { maskedKafka } from '../ingest/masked-kafka.js';
import { maskedNats } from '../nats-target.js';
import { maskedEndpoint, maskedSigning } from './http-target.js';
import { maskedFormat } from './output-format.js';
import type { WorkflowDestination } from './workflow.js';

type Destination = WorkflowDestination | DeadLetterDestination;

export function maskedDestination<D extends Destination>(destination: D): D {
  const masked = withMaskedFormat(destination);
  return { ...masked, ...maskedTarget(masked) };
}

function maskedTarget(destination: Destination): object {
  switch (destination.type) {
    case 'HttpEndpoint':
      return {
        ...maskedEndpoint(destination),
        ...('signingSecret' in destination ? maskedSigning(destination) : {}),
      };
    case 'WebSocket':
      return maskedEndpoint(destination);
    case 'Kafka':
      return maskedKafka(destination);
    case 'NatsJetStream':
      return maskedNats(destination);
    case 'Kinesis':
    case 'SNS':
    case 'SQS':
      return maskedAws(destination);
    case 'Slack':
      return { hookUrl: shownOrigin(destination.hookUrl) };
    default:
      return maskedFields(destination, destinationKinds.get(destination.type)?.secrets);
  }
}

function withMaskedFormat<D extends Destination>(destination: D): D {
  if (!('format' in destination)) return destination;
  return { ...destination, format: maskedFormat(destination.format) };
}
