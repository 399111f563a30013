/**
 * Keys of Quine that nothing here reads. Those that ask for what is so anyway, or for what nobody could miss, let the
 * service start, and are named; the others end the start.
 */
import { z } from 'zod';
import type { Setting } from './setting.js';
import { booleanSetting, durationSetting, scheduleSetting } from './setting-types.js';

export const IDLE_SETTINGS = {
  'store.create-parent-dir': harmless(booleanSetting.default(true), 'the data directory is always made'),
  'store.write-ahead-log': harmless(
    booleanSetting.default(true),
    'what is written always goes to a log first',
  ),
  'store.bloom-filter-size': harmless(
    z.unknown().optional(),
    'the filter of known ids grows by itself, up to store.known-ids-maximum-size',
  ),
  'store.snapshot-part-max-size-bytes': harmless(
    z.unknown().optional(),
    'what is large is divided by itself',
  ),
  'store.number-partitions': harmless(z.unknown().optional(), 'there is one per shard'),
  'store.commit-interval': harmless(z.unknown().optional(), 'every group of writes is committed'),
  'decline-sleep-when-write-within': harmless(
    durationSetting(0).default(100),
    'nodes sleep when nothing of theirs is under way',
  ),
  'decline-sleep-when-access-within': harmless(
    durationSetting(0).default(0),
    'nodes sleep when nothing of theirs is under way',
  ),
  'max-catch-up-sleep': harmless(
    durationSetting(0).default(2_000),
    'a clock that goes back holds nothing up, and times to come are refused',
  ),
  'persistence.standing-query-schedule': harmless(
    scheduleSetting,
    'the state of a standing query is written with what changed it',
  ),
  'labels-property': idle(
    z.string().default('__LABEL'),
    'labels are no property here; leave it out',
    value => value === '__LABEL',
  ),
  'edge-iteration': harmless(
    z.enum(['reverse-insertion', 'unordered']).default('reverse-insertion'),
    'the order of edges is not promised; a query that needs one says ORDER BY',
  ),
  'help-make-quine-better': harmless(booleanSetting.default(false), 'nothing is ever sent home'),
  'metrics-reporters': idle(
    z.array(z.unknown()).default([]),
    'metrics are read at /metrics (Prometheus) or at the API; of the reporters only jmx may be named, which needs a Java machine and is left out',
    value => Array.isArray(value) && value.every(isJmx),
  ),
  'metrics.enable-debug-metrics': harmless(booleanSetting.default(false), 'all there is is always measured'),
  'log-config.show-unsafe': idle(
    booleanSetting.default(true),
    'values in log messages are not redacted; keep the log where only those read it who may read the graph',
    value => value === true,
  ),
  'log-config.show-exceptions': idle(
    booleanSetting.default(true),
    'errors are logged with their cause; set log-level to off to have none',
    value => value === true,
  ),
  'log-config.redactor': harmless(z.unknown().optional(), 'it takes part only with show-unsafe set to no'),
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
  'this way to a store is not available; use the embedded store, or cassandra with store.username and store.password';

/** Further keys of Quine, which no value makes harmless: what to do instead. */
export const REFUSED_SETTINGS: ReadonlyMap<string, string> = new Map([
  ...['oauth', 'aws-region', 'aws-role-arn', 'url', 'database'].map((name): [string, string] => [
    `store.${name}`,
    OTHER_STORE,
  ]),
  [
    'id.consecutive-start',
    'ids that are counted start again with each process, and would name nodes that exist; leave it out, and ids of type long are random',
  ],
  [
    'webserver.use-mtls.trust-store.password',
    'the trust store is a PEM file, which has no password; leave it out',
  ],
]);
