/**
 * Each kind of source by its definitions: their schema, what is secret in them, how they are shown, and who may read.
 * How a source is opened stands in `@weir/ingest`, by the same type. Kinds of extensions are declared beside the built-in
 * ones.
 */
import { shownUrl } from '@weir/model';
import type { AnySourceKind } from '@weir/plugins';
import { formatDuration } from '@weir/plugins/form';
import { maskedFields, sourceKinds } from '@weir/plugins/registry';
import { z } from 'zod';
import { maskedNats } from '../nats-target.js';
import {
  type DeltaSharingDefinition,
  deltaSharingSourceOf,
  maskedDeltaSharing,
} from './delta-sharing-source.js';
import { maskedAws } from './masked-aws.js';
import { maskedKafka } from './masked-kafka.js';
import { natsSourceOf } from './nats-source.js';
import { maskedPostgres, postgresSourceOf } from './postgres-source.js';
import type { SourceForms } from './source-forms.js';
import { fileUploadSourceOf } from './upload-source.js';
import { webhookSourceOf } from './webhook-source.js';
import { shownWebSocket, webSocketSourceOf } from './web-socket-source.js';
import { eventSourceOf } from './event-source.js';
import { numberSourceOf } from './number-source.js';
import { fileSourceOf, standardInputSourceOf } from './file-source.js';
import { framedSourceOf } from './framed-source.js';
import { kafkaSourceOf } from './kafka-source.js';
import { kinesisGroupSourceOf, kinesisSourceOf } from './kinesis-source.js';
import { s3SourceOf } from './s3-source.js';
import { sqsSourceOf } from './sqs-source.js';

export interface SourceDeclaration<M extends z.ZodType = z.ZodType> {
  readonly type: string;
  member(forms: SourceForms): M;
  /** Without secrets. Default: as it is. */
  masked?(definition: z.output<M>): object;
  /** As a client sends it: durations are texts. Default: as it is. */
  shown?(definition: z.output<M>): object;
  /**
   * Several processes may read it at once, because its sender gives each record to one of them. A source that ends would
   * have to know of the others when it does. Default: never.
   */
  canBeShared?(definition: z.output<M>): boolean;
  /** Each reader reports the lag of its own part. Default: each reports the lag of everything. */
  readonly lagsAddUp?: boolean;
  /** What can't be tried, as the subject of a sentence, because reading takes records away. */
  readonly untriable?: string;
}

function declare<M extends z.ZodType>(declaration: SourceDeclaration<M>): SourceDeclaration<M> {
  return declaration;
}

const maskedAddress = <D extends { readonly url: string }>(source: D): D => ({
  ...source,
  url: shownUrl(source.url),
});

/** In the order in which they are documented. */
export const BUILT_IN_SOURCES = [
  declare({ type: 'File', member: fileSourceOf }),
  declare({ type: 'StdInput', member: standardInputSourceOf, untriable: 'Standard input' }),
  declare({ type: 'NumberIterator', member: numberSourceOf }),
  declare({ type: 'ServerSentEvent', member: eventSourceOf, masked: maskedAddress }),
  declare({
    type: 'WebsocketClient',
    member: webSocketSourceOf,
    masked: maskedAddress,
    shown: shownWebSocket,
  }),
  declare({
    type: 'NatsJetStream',
    member: natsSourceOf,
    masked: maskedNats,
    shown: source => ({ ...source, ackWait: formatDuration(source.ackWait) }),
    canBeShared: () => true,
  }),
  declare({ type: 'PostgresChanges', member: postgresSourceOf, masked: maskedPostgres }),
  declare({ type: 'Webhook', member: webhookSourceOf, untriable: 'A webhook' }),
  declare({ type: 'WebSocketFileUpload', member: fileUploadSourceOf, untriable: 'An upload' }),
  declare({ type: 'S3', member: s3SourceOf, masked: maskedAws }),
  declare({
    type: 'Kafka',
    member: kafkaSourceOf,
    masked: maskedKafka,
    shown: ({ offsetCommitting, ...source }) => {
      if (offsetCommitting === undefined) return source;
      const maxInterval = formatDuration(offsetCommitting.maxInterval);
      return { ...source, offsetCommitting: { ...offsetCommitting, maxInterval } };
    },
    // The group deals out partitions and keeps their offsets. One that is given by number would be read by everyone.
    canBeShared: ({ topics, offsetCommitting, endingOffset }) =>
      Array.isArray(topics) && offsetCommitting !== undefined && endingOffset === undefined,
    lagsAddUp: true,
  }),
  declare({
    type: 'Kinesis',
    member: kinesisSourceOf,
    masked: maskedAws,
    shown: ({ iteratorType, ...source }) =>
      iteratorType.type === 'AtTimestamp'
        ? { ...source, iteratorType: { ...iteratorType, at: new Date(iteratorType.at).toISOString() } }
        : { ...source, iteratorType },
  }),
  declare({
    type: 'KinesisKCL',
    member: kinesisGroupSourceOf,
    masked: maskedAws,
    // Readers with one name would share one set of leases.
    canBeShared: ({ advancedSettings }) => advancedSettings?.configsBuilder?.workerIdentifier === undefined,
  }),
  declare({
    type: 'SQS',
    member: sqsSourceOf,
    masked: maskedAws,
    // A message that is not deleted comes to every reader.
    canBeShared: ({ deleteReadMessages }) => deleteReadMessages,
  }),
  declare({ type: 'ReactiveStream', member: framedSourceOf }),
  declare({
    type: 'DeltaSharingCdf',
    member: deltaSharingSourceOf,
    masked: source => maskedDeltaSharing(source as DeltaSharingDefinition),
  }),
] as const;

let declared: ReadonlyMap<string, SourceDeclaration> | undefined;

/** All kinds by type. After the first call no extension can add one. */
export function sourceDeclarations(): ReadonlyMap<string, SourceDeclaration> {
  declared ??= new Map(
    [...(BUILT_IN_SOURCES as readonly SourceDeclaration[]), ...sourceKinds.all().map(declarationOf)].map(
      each => [each.type, each],
    ),
  );
  return declared;
}

function declarationOf({
  type,
  description,
  fields,
  secrets,
  canBeShared,
  noDryRun,
}: AnySourceKind): SourceDeclaration {
  return {
    type,
    member: ({ form, streamingFormat: format, recordDecoders }) =>
      form.member({ type: z.literal(type), format, ...fields(z), recordDecoders }).meta({ description }),
    masked: definition => maskedFields(definition as object, secrets),
    ...(canBeShared === undefined ? {} : { canBeShared }),
    ...(noDryRun === undefined ? {} : { untriable: noDryRun }),
  };
}

export function shownSource(source: { readonly type: string }): object {
  return sourceDeclarations().get(source.type)?.shown?.(source) ?? source;
}
