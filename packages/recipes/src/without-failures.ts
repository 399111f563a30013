/** The parts of a recipe that can be read, so that these are looked at too where others are wrong. */
import type { DecodingFailure } from '@weir/definitions';
import type { RecipeForm } from './recipe-form.js';
import type { FilePath } from './recipe.js';
import { isObject } from './variables.js';

export interface Readable {
  readonly value: unknown;
  /** Items of lists that only stand in for wrong ones: `['ingestStreams', 0]`. */
  readonly dropped: readonly FilePath[];
}

/** @param value the root of the recipe's file. */
export function withoutFailures<T>(
  value: Readonly<Record<string, unknown>>,
  failures: readonly DecodingFailure[],
  { harmless }: RecipeForm<T>,
): Readable {
  let rest: unknown = value;
  const dropped: FilePath[] = [];
  for (const { path, text } of failures) {
    const [list, index, field, output] = path;
    if (text.includes('Unexpected field')) rest = changed(rest, path, undefined);
    else if (list === 'standingQueries' && field === 'outputs' && output !== undefined) {
      rest = changed(rest, path.slice(0, 4), harmless.output);
    } else if ((list === 'ingestStreams' || list === 'standingQueries') && index !== undefined) {
      rest = changed(rest, path.slice(0, 2), harmless[list]);
      dropped.push(path.slice(0, 2));
    } else if (list !== undefined) rest = changed(rest, [list], list === 'title' ? '-' : undefined);
  }
  return { value: rest, dropped };
}

/** A copy with another value at a path that is there; `undefined` takes it away. */
function changed(owner: unknown, [step, ...steps]: FilePath, to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(owner)) return owner.map((item, i) => (i === step ? changed(item, steps, to) : item));
  if (!isObject(owner)) return owner;
  const { [String(step)]: old, ...others } = owner;
  const value = changed(old, steps, to);
  return value === undefined ? others : { ...others, [String(step)]: value };
}
