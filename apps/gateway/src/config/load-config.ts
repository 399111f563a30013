/** Loads and validates the configuration. */
import { closestTo, WeirError } from '@weir/platform';
import { gatherSettings, type ConfigSources, type GatheredSettings, type Given } from './gather-settings.js';
import { REFUSED_SETTINGS } from './idle-settings.js';
import { CASSANDRA_SETTINGS } from './cassandra-settings.js';
import { clusterProblems } from './cluster-settings.js';
import { neededBySnapshotSetting, snapshotProblems } from './snapshot-settings.js';
import type { Setting } from './setting.js';
import { SETTINGS, type Config, type SettingKey } from './settings.js';

export interface LoadedConfig {
  readonly config: Config;
  /** Settings without effect, one line each: because they make no difference here, or as requested. */
  readonly notes: readonly string[];
}

interface Judgement {
  /** Settings that cannot be read. */
  readonly wrong: string[];
  /** Readable settings that would have no effect. */
  readonly idle: string[];
  readonly notes: string[];
}

const SECRET = '****';
const KEYS = Object.keys(SETTINGS) as SettingKey[];
const KNOWN: Readonly<Record<string, Setting>> = SETTINGS;
const WAY_OUT = 'To start without these settings: --ignore-unknown-settings';

/** Keys that have an effect only when another one is set. */
const NEEDS: readonly { readonly keys: RegExp; readonly needed: SettingKey }[] = [
  { keys: /^tracing\.(?!endpoint$)/, needed: 'tracing.endpoint' },
  { keys: /^store\.tls\./, needed: 'store.use-tls' },
  { keys: /^store\.password$/, needed: 'store.username' },
  { keys: /^webserver\.tls\./, needed: 'webserver.use-tls' },
  { keys: /^webserver\.access\.oidc\.(?!issuer$)/, needed: 'webserver.access.oidc.issuer' },
  { keys: /^cluster\.nats\.tls\./, needed: 'cluster.nats.use-tls' },
  { keys: /^cluster\.(?!directory$)/, needed: 'cluster.directory' },
  { keys: /^bolt\.(?!port$)/, needed: 'bolt.port' },
  { keys: /^webserver-advertise\.(?!address$)/, needed: 'webserver-advertise.address' },
];

/** @throws WeirError `config.invalid`, with a line for each error. */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const gathered = gatherSettings(sources);
  const judgement: Judgement = { wrong: [], idle: [...gathered.strangers], notes: [] };
  const config = decode(gathered, judgement);
  checkLimits(config, judgement);
  judgement.wrong.push(...clusterProblems(config), ...snapshotProblems(config));
  checkNamespace(gathered.given, config, judgement);
  judgeKeys(gathered.given, config, judgement);
  const { wrong, idle, notes } = judgement;
  const isLenient = config['ignore-unknown-settings'] === true;
  const problems = isLenient ? wrong : [...wrong, ...idle];
  if (problems.length > 0) {
    const wayOut = idle.length > 0 && !isLenient ? [WAY_OUT] : [];
    throw new WeirError('config.invalid', [...listed(problems), ...wayOut].join('\n'));
  }
  return {
    config: config as unknown as Config,
    notes: [...notes, ...idle.map(line => `Ignored as configured: ${line}`)],
  };
}

/** Returns the configuration for display. */
export function withoutSecrets(config: Config): Readonly<Record<string, unknown>> {
  const shown = (key: string, value: unknown): unknown => {
    const isSecret = 'isSecret' in SETTINGS[key as SettingKey];
    return isSecret && value !== undefined && (!Array.isArray(value) || value.length > 0) ? SECRET : value;
  };
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, shown(key, value)]));
}

function decode({ given }: GatheredSettings, { wrong }: Judgement): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const key of KEYS) {
    const found = given.get(key);
    const decoded = SETTINGS[key].schema.safeParse(found?.value);
    if (decoded.success) config[key] = decoded.data;
    else if ('isSecret' in SETTINGS[key]) wrong.push(`Invalid value for '${key}' ${found?.where ?? ''}`);
    else {
      const reasons = decoded.error.issues.map(issue => issue.message).join(', ');
      wrong.push(
        `Invalid value ${JSON.stringify(found?.value)} for '${key}' ${found?.where ?? ''}: ${reasons}`,
      );
    }
  }
  return config;
}

function judgeKeys(
  given: ReadonlyMap<string, Given>,
  config: Readonly<Record<string, unknown>>,
  { idle, notes }: Judgement,
): void {
  for (const [key, { where }] of given) {
    if (!Object.hasOwn(KNOWN, key)) {
      idle.push(strangeKey(key, where));
      continue;
    }
    const doesNothing = KNOWN[key]!.idle;
    if (doesNothing?.isHarmless(config[key]) === true) {
      notes.push(`Configuration key '${key}' ${where} has no effect: ${doesNothing.why}`);
    } else if (doesNothing !== undefined) {
      idle.push(`Configuration key '${key}' ${where} has no effect: ${doesNothing.why}`);
    }
    if (Object.hasOwn(CASSANDRA_SETTINGS, key) && config['store.type'] !== 'cassandra') {
      idle.push(`Configuration key '${key}' ${where} has no effect without store.type cassandra`);
    }
    const missing = neededBySnapshotSetting(key, config);
    if (missing !== undefined)
      idle.push(`Configuration key '${key}' ${where} has no effect without ${missing}`);
    const need = NEEDS.find(({ keys }) => keys.test(key));
    if (need !== undefined && (config[need.needed] === undefined || config[need.needed] === false)) {
      idle.push(`Configuration key '${key}' ${where} has no effect without ${need.needed}`);
    }
  }
}

function strangeKey(key: string, where: string): string {
  for (const [refused, why] of REFUSED_SETTINGS) {
    if (key === refused || key.startsWith(`${refused}.`)) {
      return `Configuration key '${key}' ${where} has no effect: ${why}`;
    }
  }
  const near = closestTo(key, KEYS);
  return `Unknown configuration key '${key}' ${where}${near === undefined ? '' : `; did you mean '${near}'?`}`;
}

function checkLimits(config: Record<string, unknown>, { wrong }: Judgement): void {
  const soft = config['in-memory-soft-node-limit'];
  const hard = config['in-memory-hard-node-limit'];
  if (typeof soft === 'number' && typeof hard === 'number' && hard <= soft) {
    wrong.push(`in-memory-hard-node-limit (${hard}) must be above in-memory-soft-node-limit (${soft})`);
  }
}

function checkNamespace(
  given: ReadonlyMap<string, Given>,
  config: Readonly<Record<string, unknown>>,
  { idle }: Judgement,
): void {
  if (
    config['id.namespace'] === undefined ||
    config['id.type'] === 'uuid-3' ||
    config['id.type'] === 'uuid-5'
  ) {
    return;
  }
  const where = given.get('id.namespace')!.where;
  idle.push(`Configuration key 'id.namespace' ${where} has no effect without id.type uuid-3 or uuid-5`);
}

function listed(problems: readonly string[]): readonly string[] {
  if (problems.length === 1) return [`Configuration error: ${problems[0]}`];
  return [
    `Found ${problems.length} configuration errors:`,
    ...problems.map((problem, i) => `${i + 1}. ${problem}`),
  ];
}
