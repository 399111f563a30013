/** The command `watch`. */
import { COMMANDS } from './commands.js';
import { choiceOption, invalid, numberOption, readArguments } from './read-arguments.js';
import { type ServerAddress, serverAddress } from './server-options.js';

const RESULT_FORMATS = ['table', 'json', 'jsonl'] as const;

export interface WatchCommand {
  readonly kind: 'watch';
  readonly server: ServerAddress;
  /** Name of the standing query. */
  readonly name: string;
  readonly format: (typeof RESULT_FORMATS)[number];
  /** Number of results after which the command ends. */
  readonly count: number | undefined;
}

/** @throws WeirError `cli.invalid` */
export function parseWatchCommand(words: readonly string[]): WatchCommand {
  const args = readArguments(words, COMMANDS.watch.options);
  const [name, ...others] = args.positionals;
  if (name === undefined || others.length > 0)
    throw invalid('The command watch expects the name of one standing query');
  return {
    kind: 'watch',
    server: serverAddress(args, process.env),
    name,
    format: choiceOption(args, 'format', RESULT_FORMATS) ?? 'table',
    count: numberOption(args, 'count', [1, Number.MAX_SAFE_INTEGER]),
  };
}
