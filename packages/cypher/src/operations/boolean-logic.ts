/** Three-valued logic. An operand that is neither boolean nor null is an error. */
import type { Value } from '@weir/model';
import { typeMismatch } from './runtime-errors.js';

function truth(value: Value, operator: string): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw typeMismatch(['Bool'], value, `operand of logical ${operator}`);
}

export function and(left: Value, right: Value): Value {
  const a = truth(left, 'AND');
  const b = truth(right, 'AND');
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

export function or(left: Value, right: Value): Value {
  const a = truth(left, 'OR');
  const b = truth(right, 'OR');
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

export function xor(left: Value, right: Value): Value {
  const a = truth(left, 'XOR');
  const b = truth(right, 'XOR');
  return a === null || b === null ? null : a !== b;
}

export function not(value: Value): Value {
  const a = truth(value, 'NOT');
  return a === null ? null : !a;
}
