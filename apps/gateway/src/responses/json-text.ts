/**
 * Compact JSON of plain data: fields in their order, `undefined` left out, bigints with all their digits. A Map is an
 * object whose keys keep their order even if they look like numbers. Cypher values have their own writer in
 * @weir/model.
 */
import { RawJson } from '@weir/api';

export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(item => jsonText(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries =
      value instanceof Map ? [...(value as ReadonlyMap<string, unknown>)] : Object.entries(value);
    const fields = entries.filter(([, field]) => field !== undefined);
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${jsonText(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
