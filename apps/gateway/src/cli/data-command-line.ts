/** The commands that copy data: `backup`, `restore`, `export`, `import`. */
import { COMMANDS } from './arguments/commands.js';
import { invalid, readArguments } from './arguments/read-arguments.js';
import { serverAddress, type ServerAddress } from './arguments/server-options.js';

export const DATA_COMMANDS = ['backup', 'restore', 'export', 'import'] as const;
type Name = (typeof DATA_COMMANDS)[number];

export interface DataCommand {
  readonly kind: 'data';
  readonly name: Name;
  /** `-` is standard input or output. */
  readonly file: string;
  /** Unused by `restore`. */
  readonly server: ServerAddress;
  /** The directory that `restore` creates. */
  readonly directory: string | undefined;
}

/**
 * @param words the arguments after the name.
 * @throws WeirError `cli.invalid`
 */
export function parseDataCommand(name: Name, words: readonly string[]): DataCommand {
  const args = readArguments(words, COMMANDS[name].options);
  const [file] = args.positionals;
  if (file === undefined || args.positionals.length !== 1)
    throw invalid(`The command ${name} expects one file`);
  const directory = args.text('data');
  if (name === 'restore' && directory === undefined)
    throw invalid('The command restore expects --data <directory>');
  return { kind: 'data', name, file, server: serverAddress(args, process.env), directory };
}
