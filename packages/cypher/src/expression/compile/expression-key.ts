import type { AstNode } from '../../syntax/index.js';
import { Float } from '@weir/model';

/** A text that is the same for expressions that mean the same: all of the tree but positions. */
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

/** The kind of the expressions that have a key. Keys take long to make: only expressions of that kind need one. */
export function keyKind(key: string): string {
  return key.slice(KIND_FIRST.length, key.indexOf('"', KIND_FIRST.length));
}
