/** The commands that check recipes: `recipe check`, `recipe test`. */
import { COMMANDS } from './arguments/commands.js';
import { invalid, readArguments } from './arguments/read-arguments.js';
import { recipeValues } from './recipe-values.js';

const NAMES = ['check', 'test'] as const;
type Name = (typeof NAMES)[number];

export interface RecipeCommand {
  readonly kind: 'recipe';
  readonly name: Name;
  /** Names, files or URLs of recipes; at least one. */
  readonly recipes: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  readonly configFile: string | undefined;
  /** Prints JSON for other programs. */
  readonly json: boolean;
  /** Treats warnings as errors. */
  readonly strict: boolean;
}

/**
 * @param args the arguments after `recipe`.
 * @throws WeirError `cli.invalid`
 */
export function parseRecipeCommand([name, ...words]: readonly string[]): RecipeCommand {
  const known = NAMES.find(each => each === name);
  if (known === undefined) throw invalid(`The command recipe is followed by ${NAMES.join(' or ')}`);
  const args = readArguments(words, COMMANDS[`recipe ${known}`].options);
  if (args.positionals.length === 0) throw invalid(`The command recipe ${known} expects a recipe`);
  return {
    kind: 'recipe',
    name: known,
    recipes: args.positionals,
    values: recipeValues(args.texts('recipe-value')),
    configFile: args.text('config'),
    json: args.has('json'),
    strict: args.has('strict'),
  };
}
