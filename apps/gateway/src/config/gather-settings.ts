/** Collects settings from the sources of the configuration. Strongest first: options, properties, environment, file. */
import { readFileSync } from 'node:fs';
import { faultLine, readYamlDocument, type YamlDocument } from '@weir/definitions';
import { messageOf, WeirError } from '@weir/platform';
import { closestTo } from './closest-name.js';
import { environmentName, SETTINGS, type SettingKey } from './settings.js';

export interface ConfigSources {
  /** Command line options, keyed by setting: `webserver.port`. */
  readonly options: Readonly<Partial<Record<SettingKey, unknown>>>;
  /** `-D` properties, keyed by setting, without the product's prefix. */
  readonly properties: ReadonlyMap<string, string>;
  /** `-D` properties that have no such prefix. */
  readonly otherProperties?: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of a YAML file. */
  readonly file?: string | undefined;
  /** Replaces `file`: the contents of a file in another notation. */
  readonly content?: { readonly path: string; readonly value: unknown } | undefined;
}

export interface Given {
  readonly value: unknown;
  /** `in weir.yaml (line 3, column 1)` */
  readonly where: string;
}

export interface GatheredSettings {
  /** Keyed by setting, known or not; a stronger source hides a weaker one. */
  readonly given: ReadonlyMap<string, Given>;
  /** Names that are not keys, described in one line each. */
  readonly strangers: readonly string[];
}

interface Gathering {
  readonly given: Map<string, Given>;
  readonly strangers: string[];
}

const FORCED = /^CONFIG_FORCE_(?:weir|quine)_(.+)$/;
const KEYS = Object.keys(SETTINGS) as SettingKey[];
const ENVIRONMENT_NAMES = new Map(KEYS.map(key => [environmentName(key), key]));
/** A file may nest everything under the product's name. */
const ROOTS = ['weir', 'quine'];

/** Variables of Quine that set a key; the file is stronger. */
const WEAK_VARIABLES: Readonly<Record<string, SettingKey>> = {
  QUINE_DATA: 'store.filepath',
  CASSANDRA_KEYSPACE: 'store.keyspace',
  CASSANDRA_REPLICATION_FACTOR: 'store.replication-factor',
  CASSANDRA_ENDPOINTS: 'store.endpoints',
  SSL_KEYSTORE_PATH: 'webserver.tls.keystore',
  SSL_KEYSTORE_PASSWORD: 'webserver.tls.keystore-password',
};

/** Variables that other programs of this project read, including its tests and benches. */
const OTHER_VARIABLES = /^WEIR_(?:TOKEN|GIT_COMMIT|GIT_COMMIT_DATE|TEST_.+|BENCH_.+)$/;
/**
 * Kubernetes sets such variables in every container for each service, and a service may have the name of this program.
 */
const SERVICE_VARIABLES =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?)$/;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/** Properties of a Java machine and its libraries, as found in start scripts. */
const FOREIGN_PROPERTY =
  /^(?:java|javax|jdk|jna|sun|com|org|net|io|user|file|line|path|os|stdout|stderr|native|http|https|ftp|socksProxyHost|socksProxyPort|networkaddress|akka|pekko|datastax-java-driver|aws|kamon|logback|scala|cats|root\.loglevel$|config\.override_with_env_vars$)(?:\.|$)/;
/** Property for Quine's log level. */
const LOG_LEVEL_PROPERTY = 'thatdot.loglevel';
const AUDIT_PROPERTY = 'thatdot.audit.loglevel';

/** @throws WeirError `config.invalid` for a file that cannot be read. */
export function gatherSettings(sources: ConfigSources): GatheredSettings {
  const gathering: Gathering = { given: new Map(), strangers: [] };
  takeWeakVariables(sources.environment, gathering);
  if (sources.content !== undefined) take(sources.content, gathering);
  else if (sources.file !== undefined) readFile(sources.file, gathering);
  takeForced(sources.environment, gathering.given);
  takeVariables(sources.environment, gathering);
  takeOtherProperties(sources.otherProperties ?? new Map(), gathering);
  for (const [key, value] of sources.properties) gathering.given.set(key, { value, where: `in -D${key}` });
  for (const [key, value] of Object.entries(sources.options)) {
    gathering.given.set(key, { value, where: 'on the command line' });
  }
  if (gathering.given.get('store.type')?.value !== 'cassandra') dropCassandraVariables(gathering.given);
  return gathering;
}

/** The variables may be meant for other programs. */
function dropCassandraVariables(given: Map<string, Given>): void {
  for (const [name, key] of Object.entries(WEAK_VARIABLES)) {
    if (name.startsWith('CASSANDRA_') && given.get(key)?.where === inVariable(name)) given.delete(key);
  }
}

function takeWeakVariables(environment: ConfigSources['environment'], { given }: Gathering): void {
  for (const [name, key] of Object.entries(WEAK_VARIABLES)) {
    const value = environment[name];
    if (value !== undefined) given.set(key, { value, where: inVariable(name) });
  }
  if (given.has('webserver.tls.keystore') && given.has('webserver.tls.keystore-password')) {
    given.set('webserver.use-tls', { value: true, where: inVariable('SSL_KEYSTORE_PATH') });
  } else {
    given.delete('webserver.tls.keystore');
    given.delete('webserver.tls.keystore-password');
  }
}

/** `CONFIG_FORCE_quine_store_sync__all__writes`: `_` means a dot, `__` a hyphen, `___` an underscore. */
function takeForced(environment: ConfigSources['environment'], given: Map<string, Given>): void {
  for (const [name, value] of Object.entries(environment)) {
    const forced = FORCED.exec(name)?.[1];
    if (forced === undefined || value === undefined) continue;
    const key = forced.replaceAll(/_{1,3}/g, run => ['.', '-', '_'][run.length - 1]!);
    given.set(key, { value, where: inVariable(name) });
  }
}

function takeVariables(environment: ConfigSources['environment'], { given, strangers }: Gathering): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('WEIR_') || value === undefined) continue;
    const key = ENVIRONMENT_NAMES.get(name);
    if (key !== undefined) given.set(key, { value, where: inVariable(name) });
    else if (!OTHER_VARIABLES.test(name) && !isOfService(name, value)) {
      strangers.push(`Unknown environment variable ${name}${meant(name, [...ENVIRONMENT_NAMES.keys()])}`);
    }
  }
}

function isOfService(name: string, value: string): boolean {
  return SERVICE_VARIABLES.test(name) || (/_PORT$/.test(name) && SERVICE_ADDRESS.test(value));
}

function takeOtherProperties(properties: ReadonlyMap<string, string>, { given, strangers }: Gathering): void {
  for (const [name, value] of properties) {
    if (name === LOG_LEVEL_PROPERTY) given.set('log-level', { value, where: `in -D${name}` });
    else if (name === AUDIT_PROPERTY && value.toUpperCase() === 'OFF') continue;
    else if (!FOREIGN_PROPERTY.test(name)) {
      const near = Object.hasOwn(SETTINGS, name) ? name : closestTo(name, KEYS);
      strangers.push(
        `Unknown property -D${name}${near === undefined ? '' : `; did you mean -Dweir.${near}?`}`,
      );
    }
  }
}

function readFile(path: string, into: Gathering): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WeirError('config.invalid', `Configuration error: Cannot read ${path}: ${reason}`, { cause });
  }
  const document = readYamlDocument(text);
  if ('syntaxErrors' in document) {
    const reasons = document.syntaxErrors.map(error => faultLine(error).replace(/^ParsingFailure: /, ''));
    throw new WeirError('config.invalid', `Configuration error: ${path}: ${reasons.join('; ')}`);
  }
  take({ path, value: document.value, document }, into);
}

function take(
  { path, value, document }: { path: string; value: unknown; document?: YamlDocument },
  into: Gathering,
): void {
  if (value === null || value === undefined) return;
  if (!isObject(value))
    throw new WeirError('config.invalid', `Configuration error: ${path} contains no keys`);
  const root = ROOTS.find(name => isObject(value[name]));
  const collector = { document, path, into: into.given };
  if (root === undefined) return flatten(value, [], '', collector);
  flatten(value[root] as Record<string, unknown>, [root], '', collector);
  // Other entries belong to other programs, or exist to be referenced.
  for (const name of Object.keys(value)) {
    if (!KEYS.some(key => key === name || key.startsWith(`${name}.`))) continue;
    into.strangers.push(`'${name}' conflicts with '${root}' in ${path}; move it into '${root}'`);
  }
}

function flatten(
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
  prefix: string,
  collector: { document: YamlDocument | undefined; path: string; into: Map<string, Given> },
): void {
  for (const [name, inner] of Object.entries(value)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const innerPath = [...path, name];
    // An empty group.
    if (inner === null && KEYS.some(known => known.startsWith(`${key}.`))) continue;
    if (isObject(inner) && !Object.hasOwn(SETTINGS, key)) {
      flatten(inner, innerPath, key, collector);
      continue;
    }
    const position = collector.document?.positionOf(innerPath);
    const at = position ? ` (line ${position.line}, column ${position.column})` : '';
    collector.into.set(key, { value: inner, where: `in ${collector.path}${at}` });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inVariable(name: string): string {
  return `in the environment variable ${name}`;
}

/** `; did you mean 'x'?`, or nothing. */
function meant(written: string, names: readonly string[]): string {
  const near = closestTo(written, names);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
