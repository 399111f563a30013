/**
 * Finds ignored fields of a request body, to report them to the client. A field is known if the decoded form of its
 * object has a field of that name at any depth, because decoding rearranges some forms.
 */

/** Renamed by decoding; `type` is allowed on any object. */
const KNOWN: ReadonlySet<string> = new Set(['type', 'intervalSeconds', 'preEnrichmentTransform']);

type Path = readonly PropertyKey[];

export function ignoredFields(given: unknown, decoded: unknown): Path[] {
  const found: Path[] = [];
  collect(given, decoded, [], found);
  return found;
}

function collect(given: unknown, decoded: unknown, path: Path, found: Path[]): void {
  if (Array.isArray(given)) {
    if (!Array.isArray(decoded)) return;
    for (const [i, item] of given.entries()) collect(item, decoded[i], [...path, i], found);
  } else if (isObject(given) && isObject(decoded)) {
    for (const [key, value] of Object.entries(given)) {
      if (value === null || value === undefined) continue;
      if (Object.hasOwn(decoded, key)) collect(value, decoded[key], [...path, key], found);
      else if (!KNOWN.has(key) && !hasField(decoded, key)) found.push([...path, key]);
    }
  }
}

function hasField(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.some(item => hasField(item, key));
  if (!isObject(value)) return false;
  return Object.hasOwn(value, key) || Object.values(value).some(each => hasField(each, key));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
