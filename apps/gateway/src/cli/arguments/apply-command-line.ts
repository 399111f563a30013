/** The commands that compare a server with a recipe: `diff`, `apply`. */
import { recipeValues } from '../recipe-values.js';
import { COMMANDS } from './commands.js';
import { invalid, readArguments } from './read-arguments.js';
import { type ServerAddress, serverAddress } from './server-options.js';

export interface ApplyCommand {
  readonly kind: 'apply';
  readonly name: 'diff' | 'apply';
  readonly server: ServerAddress;
  /** Name, file or URL of a recipe. */
  readonly recipe: string;
  readonly values: ReadonlyMap<string, string>;
  /** Removes what the recipe does not name. */
  readonly prune: boolean;
  /** Prints the changes only. */
  readonly dryRun: boolean;
}

/** @throws WeirError `cli.invalid` */
export function parseApplyCommand(name: 'diff' | 'apply', words: readonly string[]): ApplyCommand {
  const args = readArguments(words, COMMANDS[name].options);
  const [recipe, ...others] = args.positionals;
  if (recipe === undefined || others.length > 0) throw invalid(`The command ${name} expects one recipe`);
  return {
    kind: 'apply',
    name,
    server: serverAddress(args, process.env),
    recipe,
    values: recipeValues(args.texts('recipe-value')),
    prune: args.has('prune'),
    dryRun: name === 'diff' || args.has('dry-run'),
  };
}
