/** Atomic operations on a property of a MapNode. */
import { float, integer, isInteger, structurallyEqual, errorTypeName } from '@weir/model';
import { WeirError } from '@weir/platform';
import { Float } from '@weir/model';
import type { Value } from '@weir/model';
import type { NodeOperation } from '../graph-access.js';
import type { MapNode } from './map-node.js';

export function operateOn(node: MapNode, operation: NodeOperation): Value {
  const before = Object.hasOwn(node.properties, operation.key) ? node.properties[operation.key]! : null;
  const after = resultOf(before, operation);
  node.set(operation.key, after);
  return after;
}

function resultOf(before: Value, operation: NodeOperation): Value {
  switch (operation.kind) {
    case 'add-integer': {
      if (before !== null && !isInteger(before)) throw mismatch(before, 'Integer', operation.caller);
      const sum = integer(BigInt(before ?? 0) + BigInt(operation.amount));
      if (sum === undefined)
        throw new WeirError('cypher.arithmetic', 'ArithmeticError Arithmetic long overflow');
      return sum;
    }
    case 'add-float':
      return float(numberOf(before, operation.caller) + numberOf(operation.amount, operation.caller));
    case 'insert': {
      if (before !== null && !Array.isArray(before))
        throw mismatch(before, 'List(Anything)', operation.caller);
      const list: Value[] = [...((before as readonly Value[] | null) ?? [])];
      for (const element of operation.elements) {
        if (!list.some(other => structurallyEqual(other, element))) list.push(element);
      }
      return list;
    }
  }
}

function numberOf(value: Value, caller: string): number {
  if (value === null) return 0;
  if (value instanceof Float) return value.value;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return value;
  throw mismatch(value, 'Floating', caller);
}

function mismatch(value: Value, expected: string, caller: string): WeirError {
  return new WeirError(
    'cypher.type-mismatch',
    `TypeMismatchError Expected type(s) ${expected} but got a value of type ${errorTypeName(value)} in ${caller}`,
  );
}
