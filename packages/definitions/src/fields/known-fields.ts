/** Which fields and words a schema knows at a place, to name what was probably meant. */
import { closestTo } from '@weir/platform';
import { z } from 'zod';
import { valueAt } from './value-at.js';

type Path = readonly PropertyKey[];

interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly const?: unknown;
}

/**
 * Returns the known field of the object at a path with the most similar name; `undefined` if none is similar.
 * @param input the value that the schema was meant for. Where the schema has alternatives, its `type` selects some.
 */
export function closestField(
  schema: z.ZodType,
  input: unknown,
  path: Path,
  field: string,
): string | undefined {
  const given = Object.keys(Object(valueAt(input, path)) as object);
  const known = fieldsAt(schema, input, path).filter(name => !given.includes(name));
  return closestTo(field, known);
}

function fieldsAt(schema: z.ZodType, input: unknown, path: Path): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  let value = input;
  let schemas = alternatives(root, root, value);
  for (const step of path) {
    value = valueAt(value, [step]);
    schemas = schemas.flatMap(each => inner(each, step)).flatMap(each => alternatives(each, root, value));
  }
  return [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

/** Returns the simple schemas of which a schema consists, without those for values of another type. */
function alternatives(schema: JsonSchema, root: JsonSchema, value: unknown): JsonSchema[] {
  const referred = schema.$ref === undefined ? [] : [definitionAt(root, schema.$ref)];
  const others = [...referred, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const type = valueAt(value, ['type']);
  const wanted = schema.properties?.['type']?.const;
  const isOther = typeof type === 'string' && wanted !== undefined && wanted !== type;
  return [...(isOther ? [] : [schema]), ...others.flatMap(each => alternatives(each, root, value))];
}

function inner({ properties, additionalProperties, items }: JsonSchema, step: PropertyKey): JsonSchema[] {
  if (typeof step === 'number') return items === undefined ? [] : [items];
  const found = properties?.[String(step)];
  if (found !== undefined) return [found];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}

/** @param reference `#` or `#/$defs/NAME`. */
function definitionAt(root: JsonSchema, reference: string): JsonSchema {
  if (reference === '#') return root;
  return root.$defs?.[decodeURIComponent(reference.slice('#/$defs/'.length))] ?? {};
}
