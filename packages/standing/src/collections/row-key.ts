/**
 * Identity of a row inside the engine: two rows have the same key exactly if they are identical (`1` and `1.0` differ,
 * and so do two versions of a node). Equality for DISTINCT and grouping is separate: `rowKey` of the model.
 */
import { encode, NodeValue, RelationshipValue, type Value } from '@weir/model';
import type { StandingRow } from '../contract/delta.js';

export function exactKey(row: StandingRow): string {
  if (row.length === 0) return '';
  let key = '';
  for (let i = 0; i < row.length; i++) key += valueKey(row[i]!);
  return key;
}

/** Returns whether two rows have the same key, without computing the keys if possible. */
export function isSameRow(a: StandingRow, b: StandingRow): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const left = a[i]!;
    const right = b[i]!;
    if (left === right) continue;
    if (typeof left !== typeof right || typeof left === 'string') return false;
    if (valueKey(left) !== valueKey(right)) return false;
  }
  return true;
}

/** Identifies an element regardless of its known content: the key by which rows are joined. */
export function elementKey(value: Value): string {
  if (value instanceof NodeValue) return `v${value.id.length}:${value.id}`;
  if (value instanceof RelationshipValue) return edgeKey(value);
  return valueKey(value);
}

export function isSameEdge(a: RelationshipValue, b: RelationshipValue): boolean {
  return a.start === b.start && a.end === b.end && a.label === b.label;
}

export function edgeKey(edge: RelationshipValue): string {
  return `r${edge.label.length}:${edge.label}${edge.start.length}:${edge.start}${edge.end}`;
}

function valueKey(value: Value): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value === 'number') return `n${value};`;
  if (value === null) return '-';
  if (value instanceof NodeValue) {
    const bare = value.labels.length === 0 && isEmpty(value.properties);
    return bare ? elementKey(value) : `${elementKey(value)}${encoded([value.labels, value.properties])}`;
  }
  if (value instanceof RelationshipValue) {
    const own = edgeKey(value);
    const known = isEmpty(value.properties) ? '' : encoded(value.properties);
    return `e${own.length}:${own}${known}`;
  }
  return encoded(value);
}

function encoded(value: unknown): string {
  const text = encode(value).toString('latin1');
  return `x${text.length}:${text}`;
}

function isEmpty(map: object): boolean {
  for (const _ in map) return false;
  return true;
}
