/** Fields that older clients name after their unit, with their current names. Values are milliseconds. */
const RENAMED: Readonly<Record<string, readonly [name: string, millis: number]>> = {
  maxIntervalMillis: ['maxInterval', 1],
  intervalMillis: ['interval', 1],
  millisSinceEpoch: ['at', 1],
  maxBatchWaitMillis: ['maxBatchWait', 1],
  backpressureTimeoutMillis: ['backpressureTimeout', 1],
  failoverTimeMillis: ['failoverTime', 1],
  shardSyncIntervalMillis: ['shardSyncInterval', 1],
  gracefulLeaseHandoffTimeoutMillis: ['gracefulLeaseHandoffTimeout', 1],
  retryBackoffMillis: ['retryBackoff', 1],
  retryGetRecordsInSeconds: ['retryGetRecordsAfter', 1_000],
  idleTimeBetweenReadsInMillis: ['idleTimeBetweenReads', 1],
  parentShardPollIntervalMillis: ['parentShardPollInterval', 1],
  taskBackoffTimeMillis: ['taskBackoffTime', 1],
  logWarningForTaskAfterMillis: ['logWarningForTaskAfter', 1],
  listShardsBackoffTimeInMillis: ['listShardsBackoffTime', 1],
  metricsBufferTimeMillis: ['metricsBufferTime', 1],
};

/** Returns the value with these fields renamed at any depth. */
export function modernSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernSpelling);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]: [string, unknown]) => {
      const renamed = Object.hasOwn(RENAMED, key) ? RENAMED[key] : undefined;
      if (renamed === undefined) return [key, modernSpelling(field)];
      const [name, millis] = renamed;
      return [name, typeof field === 'number' ? field * millis : field];
    }),
  );
}
