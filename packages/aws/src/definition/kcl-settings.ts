/** Settings of the Kinesis Client Library. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';
import { int } from '@weir/formats/forms';

const text = z.string().min(1).optional();
const count = int(0).optional();
const flag = z.boolean().optional();

export function kclSettingsOf(form: Form) {
  const duration = form.duration().optional();
  return {
    schedulerSourceSettings: form
      .object({ bufferSize: int(1).optional(), backpressureTimeout: duration })
      .optional(),
    checkpointSettings: form
      .object({
        disableCheckpointing: z.boolean().default(false),
        maxBatchSize: int(1).optional(),
        maxBatchWait: duration,
      })
      .optional(),
    advancedSettings: form
      .object({
        configsBuilder: form.object({ tableName: text, workerIdentifier: text }).optional(),
        leaseManagementConfig: leaseManagementOf(form).optional(),
        retrievalSpecificConfig: retrievalOf(form).optional(),
        processorConfig: form.object({ callProcessRecordsEvenForEmptyRecordList: flag }).optional(),
        coordinatorConfig: coordinatorOf(form).optional(),
        lifecycleConfig: form
          .object({ taskBackoffTime: duration, logWarningForTaskAfter: duration })
          .optional(),
        retrievalConfig: form
          .object({ listShardsBackoffTime: duration, maxListShardsRetryAttempts: count })
          .optional(),
        metricsConfig: metricsOf(form).optional(),
      })
      .optional(),
  };
}

function leaseManagementOf(form: Form) {
  const duration = form.duration().optional();
  return form.object({
    failoverTime: duration,
    shardSyncInterval: duration,
    cleanupLeasesUponShardCompletion: flag,
    ignoreUnexpectedChildShards: flag,
    maxLeasesForWorker: int(1).optional(),
    maxLeaseRenewalThreads: count,
    billingMode: form.word(['PROVISIONED', 'PAY_PER_REQUEST', 'UNKNOWN_TO_SDK_VERSION']).optional(),
    initialLeaseTableReadCapacity: int(1).optional(),
    initialLeaseTableWriteCapacity: int(1).optional(),
    reBalanceThresholdPercentage: count,
    dampeningPercentage: count,
    allowThroughputOvershoot: flag,
    disableWorkerMetrics: flag,
    maxThroughputPerHostKBps: z.number().optional(),
    isGracefulLeaseHandoffEnabled: flag,
    gracefulLeaseHandoffTimeout: duration,
  });
}

function retrievalOf(form: Form) {
  const duration = form.duration().optional();
  return z.discriminatedUnion('type', [
    form.member({
      type: z.literal('FanOutConfig'),
      consumerArn: text,
      consumerName: text,
      maxDescribeStreamSummaryRetries: count,
      maxDescribeStreamConsumerRetries: count,
      registerStreamConsumerRetries: count,
      retryBackoff: duration,
    }),
    form.member({
      type: z.literal('PollingConfig'),
      maxRecords: int(1).optional(),
      retryGetRecordsAfter: duration,
      maxGetRecordsThreadPool: count,
      idleTimeBetweenReads: duration,
    }),
  ]);
}

function coordinatorOf(form: Form) {
  const clientVersions = ['CLIENT_VERSION_CONFIG_COMPATIBLE_WITH_2X', 'CLIENT_VERSION_CONFIG_3X'] as const;
  return form.object({
    parentShardPollInterval: form.duration().optional(),
    skipShardSyncAtWorkerInitializationIfLeasesExist: flag,
    shardPrioritization: z
      .discriminatedUnion('type', [
        form.member({ type: z.literal('NoOpShardPrioritization') }),
        form.member({ type: z.literal('ParentsFirstShardPrioritization'), maxDepth: int(0) }),
      ])
      .optional(),
    clientVersionConfig: form.word(clientVersions).optional(),
  });
}

function metricsOf(form: Form) {
  const dimension = form.word([
    'OPERATION_DIMENSION_NAME',
    'SHARD_ID_DIMENSION_NAME',
    'STREAM_IDENTIFIER',
    'WORKER_IDENTIFIER',
  ]);
  return form.object({
    metricsBufferTime: form.duration().optional(),
    metricsMaxQueueSize: count,
    metricsLevel: form.word(['NONE', 'SUMMARY', 'DETAILED']).optional(),
    metricsEnabledDimensions: z.array(dimension).optional(),
  });
}

/** Supported settings, in both spellings. */
const HONOURED: Readonly<Record<string, readonly string[]>> = {
  configsBuilder: ['tableName', 'workerIdentifier'],
  leaseManagementConfig: [
    ...['failoverTime', 'failoverTimeMillis', 'shardSyncInterval', 'shardSyncIntervalMillis'],
    ...[
      'maxLeasesForWorker',
      'billingMode',
      'initialLeaseTableReadCapacity',
      'initialLeaseTableWriteCapacity',
    ],
  ],
  retrievalSpecificConfig: ['maxRecords', 'idleTimeBetweenReads', 'idleTimeBetweenReadsInMillis'],
};

/** Rejects settings without an equivalent, by name. */
export function refuseKclSettings(
  settings: {
    readonly schedulerSourceSettings?: unknown;
    readonly checkpointSettings?: { readonly disableCheckpointing: boolean } | undefined;
    readonly advancedSettings?: unknown;
  },
  context: z.core.$RefinementCtx,
): void {
  const refuse = (path: string[], advice = 'remove it') =>
    context.addIssue({ code: 'custom', path, message: `${path.at(-1)} has no equivalent here: ${advice}` });
  for (const field of given(settings.schedulerSourceSettings)) refuse(['schedulerSourceSettings', field]);
  if (settings.checkpointSettings?.disableCheckpointing === true)
    refuse(['checkpointSettings', 'disableCheckpointing']);
  for (const [group, fields] of Object.entries(settings.advancedSettings ?? {})) {
    const { type, billingMode } = (fields ?? {}) as { type?: unknown; billingMode?: unknown };
    const path = ['advancedSettings', group];
    if (type === 'FanOutConfig') refuse([...path, type], 'shards are polled');
    else
      for (const field of given(fields))
        if (HONOURED[group]?.includes(field) !== true) refuse([...path, field]);
    if (billingMode === 'UNKNOWN_TO_SDK_VERSION') refuse([...path, 'billingMode', billingMode]);
  }
}

function given(fields: unknown): string[] {
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    name === 'type' || value === undefined || value === null ? [] : [name],
  );
}
