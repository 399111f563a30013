/**
 * A pattern's test of one property. Equality is Cypher's: `1` equals `1.0`, null equals nothing. `not-equal` and
 * `matches` require the property to exist.
 */
import { equalValues, type Value } from '@weir/model';
import { unreachable } from '@weir/platform';

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
      /** Whether the whole text matches. */
      readonly accepts: (text: string) => boolean;
    };

/** @param value `undefined` if the node has no such property. */
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

/** Returns whether no value can pass both tests. May return `false` in cases that are hard to detect. */
export function excludeEachOther(a: PropertyTest, b: PropertyTest): boolean {
  if (a.key !== b.key) return false;
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind !== b.kind;
  if (a.kind === 'equal') return isScalar(a.value) && !testHolds(b, a.value);
  if (b.kind === 'equal') return isScalar(b.value) && !testHolds(a, b.value);
  return false;
}

/** Whether no two unequal values of this type can both equal a third. */
function isScalar(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}
