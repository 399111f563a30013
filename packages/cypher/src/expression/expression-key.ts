import type { AstNode } from '../syntax/index.js';
import { Float } from '@weir/model';

/** Returns a text that is equal for expressions with the same meaning: the whole tree without positions. */
export function expressionKey(node: AstNode): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === 'span') return undefined;
    if (typeof value === 'bigint') return { bigint: String(value) };
    if (value instanceof Float) return { float: Object.is(value.value, -0) ? '-0' : value.value };
    if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
    return value;
  });
}

const KIND_FIRST = '{"kind":"';

/**
 * Returns the kind of the expressions with this key. Computing keys is slow: only expressions of that kind need one.
 */
export function keyKind(key: string): string {
  return key.slice(KIND_FIRST.length, key.indexOf('"', KIND_FIRST.length));
}
