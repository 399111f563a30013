/** The configuration, gathered from where people may put it. Strongest first: properties, environment, file. */
import { readFileSync } from 'node:fs';
import { WeirError } from '@weir/model';
import { readYamlDocument, type YamlDocument } from '@weir/definitions';
import { closestTo } from './closest-name.js';
import { environmentName, SETTINGS, type Config, type SettingKey } from './settings.js';

export interface ConfigSources {
  /** Options of the command line, by key: `webserver.port`. */
  readonly options: Readonly<Partial<Record<SettingKey, unknown>>>;
  /** `-D` properties, by key, without the product's name in front. */
  readonly properties: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of a YAML file. */
  readonly file?: string | undefined;
  /** In the place of `file`: what a file of another notation holds. */
  readonly content?: { readonly path: string; readonly value: unknown } | undefined;
}

interface Given {
  readonly value: unknown;
  /** `in weir.yaml (line 3, column 1)` */
  readonly where: string;
}

const FORCED = /^CONFIG_FORCE_(?:weir|quine)_(.+)$/;
const SECRET = '****';
const KEYS = Object.keys(SETTINGS) as SettingKey[];
/** A file may hold everything under the product's name. */
const ROOTS = ['weir', 'quine'];

/** @throws WeirError `config.invalid`: one line with all that is wrong. */
export function loadConfig(sources: ConfigSources): Config {
  const problems: string[] = [];
  const config = decode(gather(sources), problems);
  checkLimits(config, problems);
  if (problems.length > 0) throw new WeirError('config.invalid', oneLine(problems));
  return config as unknown as Config;
}

/** Keys that are set but do nothing, each with the reason. */
export function unusedSettings(sources: ConfigSources): string[] {
  const given = gather(sources);
  return KEYS.flatMap(key => {
    const setting = SETTINGS[key];
    return given.has(key) && 'unused' in setting ? [`${key} (${setting.unused})`] : [];
  });
}

/** For people to see. */
export function withoutSecrets(config: Config): Readonly<Record<string, unknown>> {
  const shown = (key: string, value: unknown): unknown => {
    const isSecret = 'isSecret' in SETTINGS[key as SettingKey];
    return isSecret && value !== undefined && (!Array.isArray(value) || value.length > 0) ? SECRET : value;
  };
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, shown(key, value)]));
}

/** What is set, by key; a stronger source hides a weaker one. */
function gather(sources: ConfigSources): Map<string, Given> {
  const given = new Map<string, Given>();
  if (sources.content !== undefined) take(sources.content, given);
  else if (sources.file !== undefined) readFile(sources.file, given);
  takeForced(sources.environment, given);
  for (const key of KEYS) {
    const name = environmentName(key);
    const value = sources.environment[name];
    if (value !== undefined) given.set(key, { value, where: `in the environment variable ${name}` });
  }
  for (const [key, value] of sources.properties) given.set(key, { value, where: `in -D${key}` });
  for (const [key, value] of Object.entries(sources.options)) {
    given.set(key, { value, where: 'on the command line' });
  }
  return given;
}

/** `CONFIG_FORCE_quine_store_sync__all__writes`: `_` stands for a dot, `__` for a hyphen, `___` for an underscore. */
function takeForced(environment: ConfigSources['environment'], given: Map<string, Given>): void {
  for (const [name, value] of Object.entries(environment)) {
    const forced = FORCED.exec(name)?.[1];
    if (forced === undefined || value === undefined) continue;
    const key = forced.replaceAll(/_{1,3}/g, run => ['.', '-', '_'][run.length - 1]!);
    given.set(key, { value, where: `in the environment variable ${name}` });
  }
}

function decode(given: ReadonlyMap<string, Given>, problems: string[]): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [key, { where }] of given) {
    if (Object.hasOwn(SETTINGS, key)) continue;
    const near = closestTo(key, KEYS);
    problems.push(
      `Unknown configuration key '${key}' ${where}${near === undefined ? '' : `; did you mean '${near}'?`}`,
    );
  }
  for (const key of KEYS) {
    const found = given.get(key);
    const decoded = SETTINGS[key].schema.safeParse(found?.value);
    if (decoded.success) config[key] = decoded.data;
    else if ('isSecret' in SETTINGS[key]) problems.push(`Invalid value for '${key}' ${found?.where ?? ''}`);
    else {
      const reasons = decoded.error.issues.map(issue => issue.message).join(', ');
      problems.push(
        `Invalid value ${JSON.stringify(found?.value)} for '${key}' ${found?.where ?? ''}: ${reasons}`,
      );
    }
  }
  return config;
}

function checkLimits(config: Record<string, unknown>, problems: string[]): void {
  const soft = config['in-memory-soft-node-limit'];
  const hard = config['in-memory-hard-node-limit'];
  if (typeof soft === 'number' && typeof hard === 'number' && hard <= soft) {
    problems.push(`in-memory-hard-node-limit (${hard}) must be above in-memory-soft-node-limit (${soft})`);
  }
}

function oneLine(problems: readonly string[]): string {
  if (problems.length === 1) return `Configuration error: ${problems[0]}`;
  const numbered = problems.map((problem, i) => `${i + 1}. ${problem}`);
  return `Found ${problems.length} configuration errors: ${numbered.join('; ')}`;
}

function readFile(path: string, into: Map<string, Given>): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WeirError('config.invalid', `Configuration error: Cannot read ${path}: ${reason}`, { cause });
  }
  const document = readYamlDocument(text);
  if ('syntaxErrors' in document) {
    const reasons = document.syntaxErrors.map(error => error.replace(/^ParsingFailure: /, ''));
    throw new WeirError('config.invalid', `Configuration error: ${path}: ${reasons.join('; ')}`);
  }
  take({ path, value: document.value, document }, into);
}

function take(
  { path, value, document }: { path: string; value: unknown; document?: YamlDocument },
  into: Map<string, Given>,
): void {
  if (value === null || value === undefined) return;
  if (!isObject(value)) throw new WeirError('config.invalid', `Configuration error: ${path} holds no keys`);
  const root = ROOTS.find(name => isObject(value[name]));
  const collector = { document, path, into };
  if (root === undefined) flatten(value, [], '', collector);
  else flatten(value[root] as Record<string, unknown>, [root], '', collector);
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
