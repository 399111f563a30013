import { WeirError } from '@weir/platform';

/**
 * Returns the values of a recipe's variables, as given by options.
 * @throws WeirError `cli.invalid`
 */
export function recipeValues(given: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const argument of given) {
    // A comma separates two values only if another `key=` follows it, so that values may contain commas.
    for (const pair of argument.split(/,(?=[^,=]+=)/)) {
      const at = pair.indexOf('=');
      if (at <= 0) {
        const message = `Option --recipe-value expects a key=value pair but was given '${pair}'`;
        throw new WeirError('cli.invalid', message);
      }
      values.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
  return values;
}
