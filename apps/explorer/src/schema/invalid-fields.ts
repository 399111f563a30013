/** Fields of a form with errors, keyed by path, while the form is being corrected. */
import { missingIn, type FormField } from './form-field.js';

export type InvalidFields = ReadonlyMap<string, string>;

/** @returns the required fields without a value, each with `reason`. */
export function missingFields(field: FormField, value: unknown, reason: string): InvalidFields {
  return new Map(missingIn(field, value).map(({ path }) => [path, reason]));
}

/**
 * Drops the errors that no longer apply: of missing fields that have a value now, and of other fields that changed.
 *
 * @param missing the reason of `missingFields`.
 */
export function stillInvalid(
  invalid: InvalidFields,
  field: FormField,
  before: unknown,
  now: unknown,
  missing: string,
): InvalidFields {
  if (invalid.size === 0) return invalid;
  const lacking = missingFields(field, now, missing);
  const remaining = [...invalid].filter(([path, why]) =>
    why === missing ? lacking.has(path) : valueAt(before, path) === valueAt(now, path),
  );
  return remaining.length === invalid.size ? invalid : new Map(remaining);
}

function valueAt(value: unknown, path: string): string | undefined {
  let found = value;
  for (const name of path.split('.'))
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  return JSON.stringify(found);
}
