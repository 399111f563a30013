/** Version 1 definition of Kinesis with leases: durations are in milliseconds, times in the machine's time zone. */
import { z } from 'zod';
import { int } from '@weir/formats/forms';
import type { SourceVersion1, StreamV1 } from '@weir/formats/kinds';
import {
  decodersOfVersion1,
  DEFAULT_JSON_FORMAT,
  maximumPerSecond,
  parallelism,
  recordDecoders,
  streamedFormat,
  streamingFormatOfVersion1,
  version1Decoders,
  version1StreamingFormat,
} from '@weir/formats/version1';
import { awsVariables } from './aws-variables.js';
import { awsFields, awsOfVersion1, version1Aws } from './aws-version1.js';
import { refuseKclSettings } from './kcl-settings.js';
import type { KinesisGroupDefinition } from './kinesis-source.js';
import { numRetries } from './kinesis-version1.js';

const text = z.string().min(1);
const many = int(1).optional();
const millis = int(0).optional();
/** Read only to report settings that are not supported here. */
const others = z.record(z.string(), z.unknown()).optional();

const at = { month: int(1), dayOfMonth: int(1), hourOfDay: int(0), minute: int(0), second: int(0) };

const initialPosition = z
  .preprocess(
    // A position without fields may be given as an object; it is stored and shown as text.
    value => (isBarePosition(value) ? value.type : value),
    z.union([
      z.enum(['Latest', 'TrimHorizon']),
      z.object({ type: z.literal('AtTimestamp'), year: int(0), ...at }),
    ]),
  )
  .default('Latest')
  .meta({ default: 'Latest', description: 'Initial position in a stream that has not been read yet' });

function isBarePosition(value: unknown): value is { readonly type: string } {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return value.type === 'Latest' || value.type === 'TrimHorizon';
}

const kclFields = {
  schedulerSourceSettings: others,
  checkpointSettings: z
    .object({
      disableCheckpointing: z.boolean().default(false),
      maxBatchSize: many,
      maxBatchWaitMillis: millis,
    })
    .optional(),
  advancedSettings: z
    .object({
      configsBuilder: z.object({ tableName: text.optional(), workerIdentifier: text.optional() }).optional(),
      leaseManagementConfig: z
        .looseObject({
          failoverTimeMillis: many,
          shardSyncIntervalMillis: many,
          maxLeasesForWorker: many,
          billingMode: z.enum(['PROVISIONED', 'PAY_PER_REQUEST', 'UNKNOWN_TO_SDK_VERSION']).optional(),
          initialLeaseTableReadCapacity: many,
          initialLeaseTableWriteCapacity: many,
        })
        .optional(),
      retrievalSpecificConfig: z
        .looseObject({
          type: z.enum(['PollingConfig', 'FanOutConfig']),
          maxRecords: many,
          idleTimeBetweenReadsInMillis: millis,
        })
        .optional(),
      processorConfig: others,
      coordinatorConfig: others,
      lifecycleConfig: others,
      retrievalConfig: others,
      metricsConfig: others,
    })
    .optional(),
};

const kinesisGroupIngest = z
  .object({
    type: z.literal('KinesisKCLIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    applicationName: text.meta({
      description: 'Name of the application; also the name of its lease table, unless that is set',
    }),
    kinesisStreamName: text,
    parallelism,
    ...awsFields,
    initialPosition,
    numRetries,
    maximumPerSecond,
    recordDecoders,
    ...kclFields,
  })
  .superRefine(refuseKclSettings)
  .meta({
    id: 'KinesisKCLIngest',
    description: 'Records of a Kinesis stream whose shards several processes share',
  });

type GroupV1 = z.output<typeof kinesisGroupIngest>;
type Group = KinesisGroupDefinition;

export const kinesisGroupVersion1: SourceVersion1<typeof kinesisGroupIngest, Group> = {
  type: 'KinesisKCLIngest',
  schema: kinesisGroupIngest,
  variables: ['kinesisStreamName', ...awsVariables],
  toVersion2,
  fromVersion2,
};

function toVersion2(definition: GroupV1): Group {
  const { kinesisStreamName, applicationName, initialPosition: start, numRetries: retries } = definition;
  const { checkpointSettings: checkpoints, advancedSettings: advanced } = definition;
  const { maxBatchWaitMillis: maxBatchWait, ...ofBatch } = checkpoints ?? { disableCheckpointing: false };
  return {
    type: 'KinesisKCL',
    format: streamingFormatOfVersion1(definition.format),
    kinesisStreamName,
    applicationName,
    ...awsOfVersion1(definition),
    initialPosition: startOfVersion1(start),
    numRetries: retries,
    ...(checkpoints === undefined ? {} : { checkpointSettings: { ...ofBatch, maxBatchWait } }),
    ...(advanced === undefined ? {} : { advancedSettings: advancedOfVersion1(advanced) }),
    recordDecoders: decodersOfVersion1(definition.recordDecoders),
  };
}

function startOfVersion1(start: GroupV1['initialPosition']): Group['initialPosition'] {
  if (typeof start === 'string') return { type: start };
  const { dayOfMonth: date, ...others } = start;
  return { ...others, date };
}

type Advanced = NonNullable<Group['advancedSettings']>;
type AdvancedV1 = NonNullable<GroupV1['advancedSettings']>;

/** Other settings were rejected. */
function advancedOfVersion1(advanced: AdvancedV1): Advanced {
  const { configsBuilder, leaseManagementConfig: management, retrievalSpecificConfig: polling } = advanced;
  const settings: Advanced = {};
  if (configsBuilder !== undefined) settings.configsBuilder = configsBuilder;
  if (management !== undefined)
    settings.leaseManagementConfig = {
      failoverTime: management.failoverTimeMillis,
      shardSyncInterval: management.shardSyncIntervalMillis,
      maxLeasesForWorker: management.maxLeasesForWorker,
      billingMode: management.billingMode,
      initialLeaseTableReadCapacity: management.initialLeaseTableReadCapacity,
      initialLeaseTableWriteCapacity: management.initialLeaseTableWriteCapacity,
    };
  if (polling?.type === 'PollingConfig') {
    const { maxRecords, idleTimeBetweenReadsInMillis: idleTimeBetweenReads } = polling;
    settings.retrievalSpecificConfig = { type: 'PollingConfig', maxRecords, idleTimeBetweenReads };
  }
  return settings;
}

function fromVersion2(source: Group, stream: StreamV1): GroupV1 {
  const { schedulerSourceSettings, checkpointSettings: checkpoints, advancedSettings: advanced } = source;
  const { maxBatchWait: maxBatchWaitMillis, ...ofBatch } = checkpoints ?? { disableCheckpointing: false };
  return {
    type: 'KinesisKCLIngest',
    format: version1StreamingFormat(source.format, stream),
    applicationName: source.applicationName,
    kinesisStreamName: source.kinesisStreamName,
    parallelism: stream.parallelism,
    ...version1Aws(source),
    initialPosition: version1Start(source.initialPosition),
    numRetries: source.numRetries,
    maximumPerSecond: stream.maximumPerSecond,
    recordDecoders: version1Decoders(source.recordDecoders),
    schedulerSourceSettings: schedulerSourceSettings && {},
    checkpointSettings: checkpoints && { ...ofBatch, maxBatchWaitMillis },
    advancedSettings: advanced && version1Advanced(advanced),
  };
}

function version1Start(start: Group['initialPosition']): GroupV1['initialPosition'] {
  if (start.type !== 'AtTimestamp') return start.type;
  const { date: dayOfMonth, ...others } = start;
  return { ...others, dayOfMonth };
}

function version1Advanced({
  configsBuilder,
  leaseManagementConfig: management,
  retrievalSpecificConfig: polling,
}: Advanced): AdvancedV1 {
  return {
    configsBuilder,
    leaseManagementConfig: management && {
      failoverTimeMillis: management.failoverTime,
      shardSyncIntervalMillis: management.shardSyncInterval,
      maxLeasesForWorker: management.maxLeasesForWorker,
      billingMode: management.billingMode,
      initialLeaseTableReadCapacity: management.initialLeaseTableReadCapacity,
      initialLeaseTableWriteCapacity: management.initialLeaseTableWriteCapacity,
    },
    retrievalSpecificConfig:
      polling?.type === 'PollingConfig'
        ? {
            type: 'PollingConfig',
            maxRecords: polling.maxRecords,
            idleTimeBetweenReadsInMillis: polling.idleTimeBetweenReads,
          }
        : undefined,
  };
}
