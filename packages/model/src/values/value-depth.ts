/**
 * Maximum nesting of lists and maps, enforced wherever a value enters; such a value can still be read, written and
 * reported.
 */
export const MAX_VALUE_DEPTH = 1000;

/**
 * Returns whether lists and maps are nested more than `MAX_VALUE_DEPTH` levels deep. For values from readers that do
 * not count.
 */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  const isList = Array.isArray(value);
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return false;
  if (depth > MAX_VALUE_DEPTH) return true;
  if (isList) return value.some(element => isTooDeep(element, depth + 1));
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], depth + 1)) return true;
  return false;
}
