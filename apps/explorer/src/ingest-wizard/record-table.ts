/** Records as a table: one column for each value, also of nested maps. */
import { isExact, shown } from '../api/exact-json.js';

/** Steps from the record to a value; empty for a record of another type than map. */
export type FieldPath = readonly string[];

export interface RecordColumn {
  readonly path: FieldPath;
  /** Such as `text` or `number or null`. */
  readonly types: string;
  /** Whether each record has a different value, and none lacks it. */
  readonly isUnique: boolean;
}

/** Deeper maps are one value. */
const MOST_LEVELS = 4;
const MOST_COLUMNS = 60;

/** @param records decoded; `null` for those that could not be decoded. */
export function columnsOf(records: readonly unknown[]): RecordColumn[] {
  const decoded = records.filter(record => record !== null && record !== undefined);
  const paths = new Map<string, FieldPath>();
  for (const record of decoded) for (const path of pathsIn(record, [])) paths.set(JSON.stringify(path), path);
  return [...paths.values()].slice(0, MOST_COLUMNS).map(path => {
    const values = decoded.map(record => valueAt(record, path));
    const isFilled = values.every(value => value !== undefined && value !== null && !isComposite(value));
    return {
      path,
      types: [...new Set(values.map(typeOf))].join(' or '),
      isUnique: isFilled && new Set(values.map(shown)).size === values.length,
    };
  });
}

export function valueAt(record: unknown, path: FieldPath): unknown {
  let value = record;
  for (const key of path) {
    if (!isMap(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function* pathsIn(value: unknown, path: FieldPath): Generator<FieldPath> {
  const keys = isMap(value) && path.length < MOST_LEVELS ? Object.keys(value) : [];
  if (keys.length === 0) yield path;
  for (const key of keys) yield* pathsIn((value as Record<string, unknown>)[key], [...path, key]);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
}

function isComposite(value: unknown): boolean {
  return Array.isArray(value) || isMap(value);
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return isMap(value) ? 'map' : isExact(value) ? 'number' : typeof value;
}
