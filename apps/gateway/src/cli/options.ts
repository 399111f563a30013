/** The command line. */
import { parseArgs } from 'node:util';
import { WeirError } from '@weir/platform';
import { closestTo } from '../config/closest-name.js';
import type { ConfigSources } from '../config/gather-settings.js';
import { type DataCommand, isDataCommand, parseDataCommand } from './data-command-line.js';
import type { SettingKey } from '../config/settings.js';
import { parseRecipeCommand, type RecipeCommand } from './recipe-command-line.js';
import { recipeValues } from './recipe-values.js';

export interface RunOptions {
  readonly kind: 'run';
  readonly recipe: string | undefined;
  readonly recipeValues: ReadonlyMap<string, string>;
  /** Uses the configured store even with a recipe. */
  readonly forceConfig: boolean;
  /** Keeps the temporary data directory of a recipe. */
  readonly noDelete: boolean;
  /** A data directory requested by name: used and kept, also with a recipe. */
  readonly data: string | undefined;
  /** Shows complete results on a terminal too. */
  readonly isVerbose: boolean;
  readonly configFile: string | undefined;
  readonly settings: ConfigSources['options'];
  readonly properties: ReadonlyMap<string, string>;
  /** `-D` properties without the prefix of this program. */
  readonly otherProperties: ReadonlyMap<string, string>;
}

export type CommandLine =
  RunOptions | DataCommand | RecipeCommand | { readonly kind: 'help' } | { readonly kind: 'version' };

const OPTIONS = {
  recipe: { type: 'string', short: 'r' },
  'recipe-value': { type: 'string', short: 'x', multiple: true },
  port: { type: 'string', short: 'p' },
  'disable-web-service': { type: 'boolean', short: 'W' },
  'force-config': { type: 'boolean' },
  'no-delete': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  host: { type: 'string' },
  data: { type: 'string' },
  store: { type: 'string' },
  shards: { type: 'string' },
  workers: { type: 'string' },
  config: { type: 'string' },
  extension: { type: 'string', multiple: true },
  'ignore-unknown-settings': { type: 'boolean' },
  verbose: { type: 'boolean' },
} as const;

const NAMES = Object.keys(OPTIONS);

/** @throws WeirError `cli.invalid` */
export function parseCommandLine(args: readonly string[]): CommandLine {
  if (isDataCommand(args[0])) return parseDataCommand(args[0], args.slice(1));
  if (args[0] === 'recipe') return parseRecipeCommand(args.slice(1));
  const properties = new Map<string, string>();
  const otherProperties = new Map<string, string>();
  const rest = args.filter(arg => !takeProperty(arg, properties, otherProperties));
  const { values, tokens } = parseArgs({
    args: rest,
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') throw unexpected(token.value);
    if (token.kind === 'option') checkOption(token.name, token.rawName, valueOf(token));
  }
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const text = (name: keyof typeof OPTIONS): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const options: RunOptions = {
    kind: 'run',
    recipe: text('recipe'),
    recipeValues: recipeValues((values['recipe-value'] ?? []) as readonly string[]),
    forceConfig: values['force-config'] === true,
    noDelete: values['no-delete'] === true,
    data: text('data'),
    isVerbose: values.verbose === true,
    configFile: text('config') ?? properties.get('config.file'),
    settings: {
      ...settingsOf(text, values['disable-web-service'] === true),
      ...(values.extension === undefined ? {} : { extensions: values.extension }),
      ...(values['ignore-unknown-settings'] === true ? { 'ignore-unknown-settings': true } : {}),
    },
    properties: new Map([...properties].filter(([key]) => key !== 'config.file')),
    otherProperties,
  };
  checkCombination(
    options,
    text('port') !== undefined,
    values['disable-web-service'] === true,
    text('store'),
  );
  return options;
}

function settingsOf(
  text: (name: keyof typeof OPTIONS) => string | undefined,
  isWebDisabled: boolean,
): RunOptions['settings'] {
  const settings: Partial<Record<SettingKey, unknown>> = {};
  const assign = (key: SettingKey, value: unknown): void => {
    if (value !== undefined) settings[key] = value;
  };
  assign('webserver.port', numberOption('port', text('port')));
  assign('shard-count', numberOption('shards', text('shards')));
  assign('workers', numberOption('workers', text('workers')));
  assign('webserver.address', text('host'));
  assign('store.type', text('store'));
  assign('store.filepath', text('data'));
  assign('webserver.enabled', isWebDisabled ? false : undefined);
  return settings;
}

function numberOption(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw invalid(`Option --${name} expects a number but was given '${value}'`);
  return Number(value);
}

function unexpected(argument: string): WeirError {
  const hint = /\.(ya?ml|json)$/i.test(argument) ? `; a recipe is run with --recipe ${argument}` : '';
  return invalid(`Unexpected argument ${argument}${hint}`);
}

/** Text that looks like an option is not a value, unless it follows a `=`. */
function valueOf({ value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }) {
  return inlineValue !== true && value !== undefined && /^-[a-zA-Z-]/.test(value) ? undefined : value;
}

function checkOption(name: string, rawName: string, value: string | undefined): void {
  if (!Object.hasOwn(OPTIONS, name)) {
    const near = closestTo(name, NAMES);
    throw invalid(`Unknown option ${rawName}${near === undefined ? '' : `; did you mean --${near}?`}`);
  }
  const takesValue = OPTIONS[name as keyof typeof OPTIONS].type === 'string';
  if (takesValue && !rawName.startsWith('--') && value?.startsWith('=')) {
    throw invalid(`Option ${rawName} takes its value without a '=': ${rawName} ${value.slice(1)}`);
  }
  if (takesValue && (value === undefined || value === '')) throw invalid(`Option --${name} expects a value`);
  if (!takesValue && value !== undefined) throw invalid(`Option --${name} takes no value`);
}

function checkCombination(
  options: RunOptions,
  hasPort: boolean,
  isWebDisabled: boolean,
  store: string | undefined,
): void {
  if (options.forceConfig && options.noDelete) throw invalid('use only one: --force-config, or --no-delete');
  if (isWebDisabled && hasPort) throw invalid('use only one: --disable-web-service, or --port');
  const isKeptNowhere = store === 'memory' || store === 'empty';
  if (options.data !== undefined && isKeptNowhere) throw invalid(`use only one: --data, or --store ${store}`);
  if (options.noDelete && (isKeptNowhere || store === 'cassandra'))
    throw invalid(`use only one: --no-delete, or --store ${store}`);
  if (options.recipe === undefined && options.recipeValues.size > 0)
    throw invalid('--recipe-value has no effect without --recipe');
  if (options.recipe === undefined && options.noDelete)
    throw invalid('--no-delete has no effect without --recipe');
  if (options.recipe === undefined && options.forceConfig)
    throw invalid('--force-config has no effect without --recipe');
  if (options.data !== undefined && (options.noDelete || options.forceConfig))
    throw invalid(`use only one: --data, or --${options.noDelete ? 'no-delete' : 'force-config'}`);
}

/**
 * Accepts `-Dweir.key=value`, `-Dquine.key=value` and `-Dconfig.file=path`; `others` receives properties without either
 * prefix.
 */
function takeProperty(arg: string, properties: Map<string, string>, others: Map<string, string>): boolean {
  const match = /^-D(?:(weir|quine)\.)?([^=]+)(?:=(.*))?$/s.exec(arg);
  if (!match) return false;
  const [, root, key, value = ''] = match;
  const isOurs = root !== undefined || key === 'config.file';
  (isOurs ? properties : others).set(key!, value);
  return true;
}

function invalid(message: string): WeirError {
  return new WeirError('cli.invalid', message);
}
