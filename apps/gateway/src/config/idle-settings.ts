/**
 * Keys of Quine that have no effect here. If Weir behaves as the value requests anyway, or the difference is harmless,
 * the server starts and logs the key; otherwise it refuses to start.
 */
import { z } from 'zod';
import type { Setting } from './setting.js';
import { booleanSetting, durationSetting, scheduleSetting } from './setting-types.js';

export const IDLE_SETTINGS = {
  'store.create-parent-dir': harmless(booleanSetting.default(true), 'the data directory is always created'),
  'store.write-ahead-log': harmless(booleanSetting.default(true), 'all writes go to a write-ahead log'),
  'store.bloom-filter-size': harmless(
    z.unknown().optional(),
    'the known-id filter grows automatically, up to store.known-ids-maximum-size',
  ),
  'store.snapshot-part-max-size-bytes': harmless(
    z.unknown().optional(),
    'large snapshots are split automatically',
  ),
  'store.number-partitions': harmless(z.unknown().optional(), 'there is one per shard'),
  'store.commit-interval': harmless(z.unknown().optional(), 'every group of writes is committed'),
  'decline-sleep-when-write-within': harmless(
    durationSetting(0).default(100),
    'nodes sleep as soon as they have no work in flight',
  ),
  'decline-sleep-when-access-within': harmless(
    durationSetting(0).default(0),
    'nodes sleep as soon as they have no work in flight',
  ),
  'max-catch-up-sleep': harmless(
    durationSetting(0).default(2_000),
    'a clock that is set back delays nothing, and future timestamps are rejected',
  ),
  'persistence.standing-query-schedule': harmless(
    scheduleSetting,
    'the state of a standing query is written together with the change that caused it',
  ),
  'labels-property': idle(
    z.string().default('__LABEL'),
    'labels are not stored as a property; leave this setting out',
    value => value === '__LABEL',
  ),
  'edge-iteration': harmless(
    z.enum(['reverse-insertion', 'unordered']).default('reverse-insertion'),
    'the order of edges is not guaranteed; use ORDER BY in queries that need one',
  ),
  'help-make-quine-better': harmless(booleanSetting.default(false), 'no usage data is ever sent'),
  'metrics-reporters': idle(
    z.array(z.unknown()).default([]),
    'metrics are available at /metrics (Prometheus) and in the API; jmx is the only reporter that is accepted, and it is ignored because it needs a Java virtual machine',
    value => Array.isArray(value) && value.every(isJmx),
  ),
  'metrics.enable-debug-metrics': harmless(booleanSetting.default(false), 'all metrics are always collected'),
  'log-config.show-unsafe': idle(
    booleanSetting.default(true),
    'values in log messages are not redacted; restrict access to the log to users who may read the graph',
    value => value === true,
  ),
  'log-config.show-exceptions': idle(
    booleanSetting.default(true),
    'errors are logged with their cause; set log-level to off to disable logging',
    value => value === true,
  ),
  'log-config.redactor': harmless(z.unknown().optional(), 'it applies only if show-unsafe is false'),
} as const satisfies Readonly<Record<string, Setting>>;

function harmless<T extends z.ZodType>(schema: T, why: string) {
  return idle(schema, why, () => true);
}

function idle<T extends z.ZodType>(schema: T, why: string, isHarmless: (value: unknown) => boolean) {
  return { schema, meaning: `No effect: ${why}`, idle: { why, isHarmless } };
}

function isJmx(reporter: unknown): boolean {
  return typeof reporter === 'object' && reporter !== null && 'type' in reporter && reporter.type === 'jmx';
}

const OTHER_STORE =
  'this kind of store access is not available; use the embedded store, or cassandra with store.username and store.password';

/** Further keys of Quine that are always refused, with the alternative. */
export const REFUSED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ...['oauth', 'aws-region', 'aws-role-arn', 'url', 'database'].map((name): [string, string] => [
    `store.${name}`,
    OTHER_STORE,
  ]),
  [
    'id.consecutive-start',
    'consecutive ids would start again with each process and refer to existing nodes; leave this setting out, and ids of type long are random',
  ],
  [
    'webserver.use-mtls.trust-store.password',
    'the trust store is a PEM file, which has no password; leave this setting out',
  ],
]);
