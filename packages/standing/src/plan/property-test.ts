/**
 * What a pattern demands of one property. Equality is Cypher's: `1` equals `1.0`, null equals nothing.
 * `not-equal` and `matches` need the property to be there.
 */
import { equalValues, type Value, unreachable } from '@weir/model';

export type PropertyTest =
  | { readonly kind: 'equal'; readonly key: string; readonly value: Value }
  | { readonly kind: 'not-equal'; readonly key: string; readonly value: Value }
  | { readonly kind: 'present'; readonly key: string }
  | { readonly kind: 'absent'; readonly key: string }
  | {
      readonly kind: 'matches';
      readonly key: string;
      /** As written. */
      readonly pattern: string;
      /** Does the whole text match? */
      readonly accepts: (text: string) => boolean;
    };

/** @param value `undefined` when the node has no such property. */
export function testHolds(test: PropertyTest, value: Value | undefined): boolean {
  switch (test.kind) {
    case 'equal':
      return value !== undefined && equalValues(value, test.value) === true;
    case 'not-equal':
      return value !== undefined && equalValues(value, test.value) === false;
    case 'present':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'matches':
      return typeof value === 'string' && test.accepts(value);
    default:
      return unreachable(test);
  }
}

/** No value can pass both tests. May answer `false` where that is so but hard to see. */
export function excludeEachOther(a: PropertyTest, b: PropertyTest): boolean {
  if (a.key !== b.key) return false;
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind !== b.kind;
  if (a.kind === 'equal') return isScalar(a.value) && !testHolds(b, a.value);
  if (b.kind === 'equal') return isScalar(b.value) && !testHolds(a, b.value);
  return false;
}

/** Values of which no two unequal ones can both equal a third. */
function isScalar(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}
