/** Destinations by their definitions: those of extensions, and what is secret in any of them. */
import { shownOrigin } from '@weir/model';
import type { ExtensionType } from '@weir/plugins';
import { destinationKinds, maskedFields } from '@weir/plugins/registry';
import { z } from 'zod';
import { maskedAws } from '../ingest/masked-aws.js';
import { maskedKafka } from '../ingest/masked-kafka.js';
import type { DeadLetterDestination } from '../ingest/failure-policies.js';
import { maskedNats } from '../nats-target.js';
import { maskedEndpoint, maskedFormat, maskedSigning, type OutputFormat } from './output-definition.js';
import type { WorkflowDestination } from './workflow.js';

/** Results go to a destination whose kind an extension brings: its own fields are the kind's business. */
export interface ExtensionResultDestination {
  readonly type: ExtensionType;
  readonly format: OutputFormat;
}

/** The same for records that could not be read. */
export interface ExtensionDeadLetterDestination {
  readonly type: ExtensionType;
  readonly outputFormat: DeadLetterFormat;
}

export type DeadLetterFormat = Extract<DeadLetterDestination, { type: 'Kafka' }>['outputFormat'];

/**
 * A schema of each kind that extensions bring. After the first call no extension can add one.
 * @param member from the fields of a kind, without its format.
 */
export function extensionDestinations(member: (fields: z.ZodRawShape) => z.ZodObject): z.ZodObject[] {
  return destinationKinds
    .all()
    .map(({ type, description, fields }) =>
      member({ type: z.literal(type), ...fields(z) }).meta({ description }),
    );
}

type Destination = WorkflowDestination | DeadLetterDestination;

/** As it may be shown: secrets never come back out. */
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
