/** The commands that check recipes: `recipe check`, `recipe test`. */
import { parseArgs } from 'node:util';
import { WeirError } from '@weir/platform';
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
export function parseRecipeCommand([name, ...args]: readonly string[]): RecipeCommand {
  const known = NAMES.find(each => each === name);
  if (known === undefined) throw invalid(`The command recipe is followed by ${NAMES.join(' or ')}`);
  let parsed;
  try {
    parsed = parseArgs({
      args,
      options: {
        'recipe-value': { type: 'string', short: 'x', multiple: true },
        config: { type: 'string' },
        json: { type: 'boolean' },
        strict: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (cause) {
    throw invalid(WeirError.from(cause).message.split('. ')[0]!);
  }
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw invalid(`The command recipe ${known} expects a recipe`);
  return {
    kind: 'recipe',
    name: known,
    recipes: positionals,
    values: recipeValues(values['recipe-value'] ?? []),
    configFile: values.config,
    json: values.json === true,
    strict: values.strict === true,
  };
}

function invalid(message: string): WeirError {
  return new WeirError('cli.invalid', message);
}
