/**
 * The most selective demand of a pattern node: an id, a property value, or a label. If many queries read the same data,
 * only those whose chief demand the node meets are evaluated.
 */
import { Float, type NodeId, type Value } from '@weir/model';
import type { NodeDemands } from '../plan/node-demands.js';

/** Two scalars are the same map key exactly if they are equal in Cypher. */
export type Scalar = string | number | boolean;

export type ChiefDemand =
  | { readonly kind: 'id'; readonly id: NodeId }
  | { readonly kind: 'value'; readonly key: string; readonly value: Scalar }
  | { readonly kind: 'label'; readonly label: string }
  /** None of these demands exists. */
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

/** @returns `undefined` for a value that is not a scalar. */
export function scalarOf(value: Value | undefined): Scalar | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const number = value instanceof Float ? value.value : typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}
