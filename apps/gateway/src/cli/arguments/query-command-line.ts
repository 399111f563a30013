/** The commands that run queries: `query`, `shell`. */
import { COMMANDS } from './commands.js';
import { type Arguments, choiceOption, invalid, readArguments } from './read-arguments.js';
import { type ServerAddress, serverAddress } from './server-options.js';

export const ROW_FORMATS = ['table', 'json', 'jsonl', 'csv'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** Options that `query` and `shell` share. */
export interface QuerySettings {
  readonly server: ServerAddress;
  /** As given: `key=value`. */
  readonly parameters: readonly string[];
  /** JSON file with parameters. */
  readonly parametersFile: string | undefined;
  /** As given. */
  readonly atTime: string | undefined;
  /** As given. */
  readonly timeout: string | undefined;
  readonly format: RowFormat;
}

export interface QueryCommand extends QuerySettings {
  readonly kind: 'query';
  /** The query, or a file that contains it; `-` is standard input. */
  readonly source: { readonly text: string } | { readonly file: string };
}

export interface ShellCommand extends QuerySettings {
  readonly kind: 'shell';
}

/** @throws WeirError `cli.invalid` */
export function parseQueryCommand(words: readonly string[]): QueryCommand {
  const args = readArguments(words, COMMANDS.query.options);
  const [text, ...others] = args.positionals;
  const file = args.text('file');
  if (others.length > 0) throw invalid('The command query expects one query; put quotes around it');
  if (text !== undefined && file !== undefined) throw invalid('use only one: a query, or --file');
  if (text === undefined && file === undefined)
    throw invalid(`The command query expects a query, such as weir query 'MATCH (n) RETURN count(n)'`);
  const source = file !== undefined ? { file } : text === '-' ? { file: '-' } : { text: text! };
  return { kind: 'query', source, ...querySettings(args) };
}

/** @throws WeirError `cli.invalid` */
export function parseShellCommand(words: readonly string[]): ShellCommand {
  const args = readArguments(words, COMMANDS.shell.options);
  if (args.positionals.length > 0) throw invalid(`Unexpected argument ${args.positionals[0]!}`);
  return { kind: 'shell', ...querySettings(args) };
}

function querySettings(args: Arguments): QuerySettings {
  return {
    server: serverAddress(args, process.env),
    parameters: args.texts('param'),
    parametersFile: args.text('params'),
    atTime: args.text('at'),
    timeout: args.text('timeout'),
    format: choiceOption(args, 'format', ROW_FORMATS) ?? 'table',
  };
}
