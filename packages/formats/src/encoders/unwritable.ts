/** Errors for values that a schema cannot represent. */
import { type Value, typeName } from '@weir/model';

export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

/** @param path keys and indexes that lead to the value. */
export function unwritable(path: string, value: Value | undefined, wanted: string): Unwritable {
  const is = value === undefined ? 'is missing' : `is ${typeName(value).toLowerCase()}`;
  return new Unwritable(`${path === '' ? 'the result' : path} ${is}, not ${wanted}`);
}

export function below(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
