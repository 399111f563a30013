/** Returns the readable parts of a recipe, so that they are checked even if other parts are invalid. */
import type { DecodingFailure } from '@weir/definitions';
import type { RecipeForm } from './recipe-form.js';
import type { FilePath } from './recipe.js';
import { isObject } from './variables.js';

export interface Readable {
  readonly value: unknown;
  /** Paths of invalid parts that were removed or replaced: `['ingestStreams', 0, 'source']`. */
  readonly dropped: readonly FilePath[];
}

interface Replacement {
  readonly path: FilePath;
  /** `undefined`: the part is removed. */
  readonly by: unknown;
}

/**
 * @param value the root of the recipe's file.
 * @param isWhole replaces whole streams and standing queries instead of parts of them.
 */
export function withoutFailures<T>(
  value: Readonly<Record<string, unknown>>,
  failures: readonly DecodingFailure[],
  form: RecipeForm<T>,
  isWhole: boolean,
): Readable {
  let rest: unknown = value;
  const dropped: FilePath[] = [];
  for (const { path, text } of failures) {
    if (text.includes('Unexpected field')) {
      rest = changed(rest, path, undefined);
      continue;
    }
    const { path: at, by } = replacementOf(path, form, isWhole);
    rest = changed(rest, at, isObject(by) && at.length === 2 ? { ...nameAt(value, at), ...by } : by);
    if (at.length > 1) dropped.push(at);
  }
  return { value: rest, dropped };
}

function replacementOf<T>(path: FilePath, { harmless, parts }: RecipeForm<T>, isWhole: boolean): Replacement {
  const [list, index, field, output, part, lastKey] = path;
  if (list !== 'ingestStreams' && list !== 'standingQueries') {
    return { path: path.slice(0, 1), by: list === 'title' ? '-' : undefined };
  }
  if (index === undefined) return { path: [list], by: undefined };
  if (list === 'standingQueries' && field === 'outputs' && output !== undefined) {
    const isOneOfSome = part === 'destinations' && lastKey !== undefined;
    return isOneOfSome
      ? { path: path.slice(0, 6), by: { type: 'Drop' } }
      : { path: path.slice(0, 4), by: harmless.output };
  }
  const known = parts[list];
  return isWhole || field === undefined || !Object.hasOwn(known, field)
    ? { path: path.slice(0, 2), by: harmless[list] }
    : { path: path.slice(0, 3), by: known[field as string] };
}

/** A replacement keeps the name of the original, which another item may have too. */
function nameAt(root: Readonly<Record<string, unknown>>, [list, index]: FilePath): { readonly name?: string } {
  const items = root[String(list)];
  const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined;
  return isObject(item) && typeof item['name'] === 'string' ? { name: item['name'] } : {};
}

/** Returns a copy with another value at a path; `undefined` removes it. */
function changed(owner: unknown, [step, ...steps]: FilePath, to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(owner)) return owner.map((item, i) => (i === step ? changed(item, steps, to) : item));
  if (!isObject(owner)) return owner;
  const { [String(step)]: old, ...others } = owner;
  const value = changed(old, steps, to);
  return value === undefined ? others : { ...others, [String(step)]: value };
}
