/** Values of literals, including nested ones. */
import type { Expression } from '@weir/cypher';
import { mapSet, type Value, type ValueMap } from '@weir/model';

/** @returns `undefined` if the expression is not a literal. */
export function literalValue(expression: Expression): Value | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list': {
      const elements: Value[] = [];
      for (const element of expression.elements) {
        const value = literalValue(element);
        if (value === undefined) return undefined;
        elements.push(value);
      }
      return elements;
    }
    case 'map': {
      const map: ValueMap = {};
      for (const { key, value: entry } of expression.entries) {
        const value = literalValue(entry);
        if (value === undefined) return undefined;
        mapSet(map, key, value);
      }
      return map;
    }
    default:
      return undefined;
  }
}
