/**
 * The one demand of a pattern node that tells most nodes apart: an id, the value of a property, or a label. Where many queries look
 * at the same thing, only those are asked whose chief demand the node meets.
 */
import { Float, type NodeId, type Value } from '@weir/model';
import type { NodeDemands } from '../plan/node-demands.js';

/** Two of them are one key of a map exactly if Cypher has them as equal. */
export type Scalar = string | number | boolean;

export type ChiefDemand =
  | { readonly kind: 'id'; readonly id: NodeId }
  | { readonly kind: 'value'; readonly key: string; readonly value: Scalar }
  | { readonly kind: 'label'; readonly label: string }
  /** It demands none of these. */
  | { readonly kind: 'none' };

const NONE: ChiefDemand = { kind: 'none' };

export function chiefDemandOf({ id, tests, labels }: NodeDemands): ChiefDemand {
  if (id !== undefined) return { kind: 'id', id };
  for (const test of tests) {
    const value = test.kind === 'equal' ? scalarOf(test.value) : undefined;
    if (value !== undefined) return { kind: 'value', key: test.key, value };
  }
  const [label] = labels;
  return label === undefined ? NONE : { kind: 'label', label };
}

/** `undefined` for a value that equals none. */
export function scalarOf(value: Value | undefined): Scalar | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const number = value instanceof Float ? value.value : typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}
