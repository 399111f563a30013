/** Properties in rows in place of their node. */
import { mapGet, NodeValue, type Value } from '@weir/model';
import type { Reduction } from '../../plan/row-plan.js';

export function reducedTo(reduction: Reduction, valueOf: (key: string) => Value | undefined): Value {
  if (reduction.length === 1) return valueOf(reduction[0]!) ?? null;
  const values = new Array<Value>(reduction.length);
  for (let i = 0; i < reduction.length; i++) values[i] = valueOf(reduction[i]!) ?? null;
  return values;
}

/** Returns the properties of a node; a value that comes from further below is already reduced. */
export function reducedForm(value: Value, reduction: Reduction): Value {
  if (!(value instanceof NodeValue)) return value;
  const { properties } = value;
  return reducedTo(reduction, key => mapGet(properties, key));
}
