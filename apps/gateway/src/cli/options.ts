/** The command line: a command with its own options, or the options of the server. */
import type { ConfigSources } from '../config/gather-settings.js';
import type { SettingKey } from '../config/settings.js';
import { LOG_LEVELS } from '../console/module-logs.js';
import { LOG_FORMATS } from '../console/log-formats.js';
import { type ApplyCommand, parseApplyCommand } from './arguments/apply-command-line.js';
import { COMMAND_WORDS } from './arguments/commands.js';
import { type McpCommand, parseMcpCommand } from './arguments/mcp-command-line.js';
import {
  parseQueryCommand,
  parseShellCommand,
  type QueryCommand,
  type ShellCommand,
} from './arguments/query-command-line.js';
import {
  type Arguments,
  choiceOption,
  invalid,
  numberOption,
  readArguments,
  suggestion,
} from './arguments/read-arguments.js';
import { RUN_OPTIONS } from './arguments/server-program.js';
import { parseWatchCommand, type WatchCommand } from './arguments/watch-command-line.js';
import { DATA_COMMANDS, type DataCommand, parseDataCommand } from './data-command-line.js';
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
  | RunOptions
  | DataCommand
  | RecipeCommand
  | QueryCommand
  | ShellCommand
  | WatchCommand
  | McpCommand
  | ApplyCommand
  | HelpRequest
  | { readonly kind: 'version' };

export interface HelpRequest {
  readonly kind: 'help';
  /** A command, or the group `recipe`; absent for help about the program. */
  readonly command?: string;
}

/** @throws WeirError `cli.invalid` */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const [word, ...words] = args;
  if (word === undefined || word.startsWith('-')) return parseRunOptions(args);
  if (!COMMAND_WORDS.includes(word)) throw unknownCommand(word);
  return requestedHelp(word, words) ?? parseCommand(word, words);
}

function parseCommand(word: string, words: readonly string[]): CommandLine {
  switch (word) {
    case 'query':
      return parseQueryCommand(words);
    case 'shell':
      return parseShellCommand(words);
    case 'watch':
      return parseWatchCommand(words);
    case 'mcp':
      return parseMcpCommand(words);
    case 'diff':
    case 'apply':
      return parseApplyCommand(word, words);
    case 'recipe':
      return parseRecipeCommand(words);
    case 'help':
      return parseHelp(words);
    case 'version':
      readArguments(words, {});
      return { kind: 'version' };
    default:
      return parseDataCommand(
        DATA_COMMANDS.find(name => name === word)!,
        words,
      );
  }
}

/** `--help` among the arguments of a command. */
function requestedHelp(word: string, words: readonly string[]): HelpRequest | undefined {
  const end = words.indexOf('--');
  const own = end === -1 ? words : words.slice(0, end);
  if (!own.includes('--help') && !own.includes('-h')) return undefined;
  const isTwoWords = word === 'recipe' && (words[0] === 'check' || words[0] === 'test');
  return { kind: 'help', command: isTwoWords ? `${word} ${words[0]!}` : word };
}

function parseHelp(words: readonly string[]): HelpRequest {
  const { positionals } = readArguments(words, {});
  const [word] = positionals;
  if (word === undefined) return { kind: 'help' };
  if (!COMMAND_WORDS.includes(word)) throw unknownCommand(word);
  return requestedHelp(word, [...positionals.slice(1), '--help'])!;
}

function unknownCommand(word: string) {
  if (/\.(ya?ml|json)$/i.test(word))
    return invalid(`Unexpected argument ${word}; a recipe is run with --recipe ${word}`);
  return invalid(`Unknown command ${word}${suggestion(word, COMMAND_WORDS)}`);
}

function parseRunOptions(words: readonly string[]): CommandLine {
  const properties = new Map<string, string>();
  const otherProperties = new Map<string, string>();
  const args = readArguments(
    words.filter(word => !takeProperty(word, properties, otherProperties)),
    RUN_OPTIONS,
  );
  const [extra] = args.positionals;
  if (extra !== undefined) throw unexpected(extra);
  if (args.has('help')) return { kind: 'help' };
  if (args.has('version')) return { kind: 'version' };
  const extensions = args.texts('extension');
  const options: RunOptions = {
    kind: 'run',
    recipe: args.text('recipe'),
    recipeValues: recipeValues(args.texts('recipe-value')),
    forceConfig: args.has('force-config'),
    noDelete: args.has('no-delete'),
    data: args.text('data'),
    isVerbose: args.has('verbose'),
    configFile: args.text('config') ?? properties.get('config.file'),
    settings: {
      ...settingsOf(args),
      ...(extensions.length === 0 ? {} : { extensions }),
      ...(args.has('ignore-unknown-settings') ? { 'ignore-unknown-settings': true } : {}),
    },
    properties: new Map([...properties].filter(([key]) => key !== 'config.file')),
    otherProperties,
  };
  checkCombination(options, args);
  return options;
}

/** A command must precede the options. */
function unexpected(word: string) {
  const isCommand = COMMAND_WORDS.includes(word);
  return isCommand
    ? invalid(`The command ${word} must come first: weir ${word} [options]`)
    : unknownCommand(word);
}

function settingsOf(args: Arguments): RunOptions['settings'] {
  const settings: Partial<Record<SettingKey, unknown>> = {};
  const assign = (key: SettingKey, value: unknown): void => {
    if (value !== undefined) settings[key] = value;
  };
  assign('webserver.port', numberOption(args, 'port', [0, 65_535]));
  assign('shard-count', numberOption(args, 'shards'));
  assign('workers', numberOption(args, 'workers'));
  assign('webserver.address', args.text('host'));
  assign('store.type', args.text('store'));
  assign('store.filepath', args.text('data'));
  assign('webserver.enabled', args.has('disable-web-service') ? false : undefined);
  assign('log-level', choiceOption(args, 'log-level', LOG_LEVELS));
  assign('log-format', choiceOption(args, 'log-format', LOG_FORMATS));
  return settings;
}

function checkCombination(options: RunOptions, args: Arguments): void {
  const store = args.text('store');
  if (options.forceConfig && options.noDelete) throw invalid('use only one: --force-config, or --no-delete');
  if (args.has('disable-web-service') && args.has('port'))
    throw invalid('use only one: --disable-web-service, or --port');
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
