/**
 * Creates AWS sources from their definitions. Loads the clients, which only AWS users need. A reopened source keeps its
 * client, which reconnects.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AwsDependencies } from '../connection/aws-access.js';
import { KinesisStream } from '../connection/kinesis-stream.js';
import { LeaseTable } from '../connection/lease-table.js';
import { S3Object } from '../connection/s3-object.js';
import { SqsQueue } from '../connection/sqs-queue.js';
import type { KinesisGroupDefinition, KinesisSourceDefinition } from '../definition/kinesis-source.js';
import type { S3SourceDefinition } from '../definition/s3-source.js';
import type { SqsSourceDefinition } from '../definition/sqs-source.js';
import type { IngestSource } from '@weir/plugins';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';
import type { S3SourceOptions } from './s3-source.js';

function dependenciesOf({ outgoing }: SourceContext, tries = 1): AwsDependencies {
  return { outgoing, code: 'ingest.invalid', tries };
}

/** @throws WeirError `ingest.invalid`. */
export async function prepareSqs(
  definition: SqsSourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const queue = await SqsQueue.at(definition, dependenciesOf(context));
  const { SqsSource } = await import('./sqs-source.js');
  const { scheduler, logger } = context.environment;
  const { isTrial = false } = context;
  const openSource = () => new SqsSource({ definition, queue, isTrial, scheduler, logger });
  return { openSource, decoders: definition.recordDecoders, headers: null };
}

/** @throws WeirError `ingest.invalid`. */
export async function prepareKinesis(
  definition: KinesisSourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const stream = await KinesisStream.at(definition, dependenciesOf(context, definition.numRetries));
  const { KinesisSource } = await import('./kinesis-source.js');
  const { scheduler, logger, clock } = context.environment;
  const openSource = () => new KinesisSource({ definition, stream, scheduler, logger, clock });
  return { openSource, decoders: definition.recordDecoders, headers: null };
}

/** @returns a function that creates the source from the remaining options. @throws WeirError `ingest.invalid`. */
export async function prepareS3(
  definition: S3SourceDefinition,
  context: SourceContext,
): Promise<
  (options: Omit<S3SourceOptions, 'object' | 'name' | 'decoders' | 'logger' | 'scheduler'>) => IngestSource
> {
  const object = await S3Object.at(definition, dependenciesOf(context));
  const { S3Source } = await import('./s3-source.js');
  const { scheduler, logger } = context.environment;
  const { bucket, key, recordDecoders: decoders } = definition;
  const name = `S3, s3://${bucket}/${key}`;
  return options => new S3Source({ ...options, object, name, decoders, scheduler, logger });
}

/** Defaults of Amazon's library. */
const FAILOVER_MILLIS = 10_000;
const SYNC_MILLIS = 60_000;
const CHECKPOINT_RECORDS = 1_000;
const CHECKPOINT_MILLIS = 10_000;
const CAPACITY = 10;

/** @throws WeirError `ingest.invalid`. */
export async function prepareKinesisGroup(
  definition: KinesisGroupDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { kinesisStreamName: streamName, applicationName, initialPosition, numRetries } = definition;
  const { checkpointSettings: checkpoints, advancedSettings = {}, ...rest } = definition;
  const fromMillis = instantOf(initialPosition);
  if (context.isTrial === true) {
    // A trial keeps no records, so it takes no leases.
    const at = { type: 'AtTimestamp', at: fromMillis } as const;
    const iteratorType = initialPosition.type === 'AtTimestamp' ? at : initialPosition;
    return prepareKinesis({ ...rest, type: 'Kinesis', streamName, iteratorType }, context);
  }
  const dependencies = dependenciesOf(context, numRetries);
  const stream = await KinesisStream.at({ ...definition, streamName }, dependencies);
  const { configsBuilder = {}, leaseManagementConfig: management = {} } = advancedSettings;
  const { retrievalSpecificConfig: retrieval } = advancedSettings;
  const polling = retrieval?.type === 'PollingConfig' ? retrieval : undefined;
  const { initialLeaseTableReadCapacity: read, initialLeaseTableWriteCapacity: write } = management;
  const capacity = { read: read ?? CAPACITY, write: write ?? CAPACITY };
  const table = await LeaseTable.at(
    definition,
    configsBuilder.tableName ?? applicationName,
    management.billingMode === 'PROVISIONED' ? capacity : undefined,
    dependencies,
  );
  const { KinesisGroupSource } = await import('./kinesis-group-source.js');
  const { scheduler, logger, clock } = context.environment;
  const initial = { Latest: 'LATEST', TrimHorizon: 'TRIM_HORIZON', AtTimestamp: 'AT_TIMESTAMP' } as const;
  const leases = {
    initial: initial[initialPosition.type],
    failoverMillis: management.failoverTime ?? FAILOVER_MILLIS,
    syncMillis: management.shardSyncInterval ?? SYNC_MILLIS,
    maximum: management.maxLeasesForWorker ?? Infinity,
    checkpointRecords: checkpoints?.maxBatchSize ?? CHECKPOINT_RECORDS,
    checkpointMillis: checkpoints?.maxBatchWait ?? CHECKPOINT_MILLIS,
  };
  const openSource = () =>
    new KinesisGroupSource({
      ...{ stream, table, leases, fromMillis, scheduler, logger, clock },
      owner: configsBuilder.workerIdentifier ?? `${hostname()}:${randomUUID()}`,
      limit: polling?.maxRecords,
      idleMillis: polling?.idleTimeBetweenReads,
    });
  return { openSource, decoders: definition.recordDecoders, headers: null };
}

/** In this machine's time zone. */
function instantOf(position: KinesisGroupDefinition['initialPosition']): number {
  if (position.type !== 'AtTimestamp') return 0;
  const { year, month, date, hourOfDay, minute, second } = position;
  return new Date(year, month - 1, date, hourOfDay, minute, second).getTime();
}
