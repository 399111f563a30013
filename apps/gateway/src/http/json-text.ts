/**
 * Compact JSON of plain data, fields in their order, `undefined` left out, bigints with all their digits.
 * Cypher values have their own writer in @weir/model.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(item => jsonText(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${jsonText(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
