/** Values that version 1 shows in its own terms. */
import type { NodeAppearance } from '@weir/definitions';
import { formatDouble } from '@weir/model';
import { WeirError } from '@weir/platform';
import { RawJson } from '../raw-json.js';

/** Writes sizes as floats. */
export function nodeAppearanceV1({ predicate, size, ...appearance }: NodeAppearance): object {
  return { predicate, size: size === undefined ? undefined : new RawJson(formatDouble(size)), ...appearance };
}

/** @throws WeirError `node.property-not-found` */
export function nodePropertyV1(value: RawJson | null): RawJson {
  if (value === null) throw new WeirError('node.property-not-found', 'The node has no such property');
  return value;
}
