/** Compares settings field by field. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface FieldDifference {
  /** For example `pattern.query` or `outputs.alert.destinations[0].url`. */
  readonly path: string;
  /** Absent: the field is new. */
  readonly before: Json | undefined;
  /** Absent: the field was removed. */
  readonly after: Json | undefined;
}

/** @returns the smallest fields that differ, in the order of the settings. */
export function differencesOf(before: Json, after: Json, path = ''): FieldDifference[] {
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap(key =>
      differenceAt(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, i) =>
      differenceAt(before[i] as Json | undefined, after[i] as Json | undefined, `${path}[${i}]`),
    ).flat();
  }
  return before === after ? [] : [{ path, before, after }];
}

function differenceAt(before: Json | undefined, after: Json | undefined, path: string): FieldDifference[] {
  if (before !== undefined && after !== undefined) return differencesOf(before, after, path);
  return before === after ? [] : [{ path, before, after }];
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form in which a value arrives in a response: without absent fields. */
export function asJson(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)),
  ) as Json;
}
