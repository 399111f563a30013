/**
 * Converts an OpenAPI schema to the fields of a form. Unsupported constructs become JSON fields, so that every schema
 * can be filled in.
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minItems?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

interface Described {
  readonly description: string | undefined;
  readonly initial: unknown;
}

export interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: FormField;
}

export type FormField =
  | (Described & {
      readonly kind: 'text';
      readonly hint: string | undefined;
      readonly pattern: string | undefined;
    })
  | (Described & { readonly kind: 'code' })
  | (Described & { readonly kind: 'number' | 'switch' })
  | (Described & { readonly kind: 'json'; readonly hint?: string | undefined })
  | (Described & { readonly kind: 'choice'; readonly choices: readonly string[] })
  | (Described & { readonly kind: 'object'; readonly properties: readonly Property[] })
  | (Described & { readonly kind: 'variants'; readonly variants: readonly Variant[] })
  | (Described & { readonly kind: 'list'; readonly item: FormField; readonly least: number });

export interface Variant {
  readonly name: string;
  readonly field: FormField & { readonly kind: 'object' };
}

/** The property that distinguishes the alternatives of a value. */
export const TAG = 'type';
/** Depth limit: schemas may be recursive. */
const DEEPEST = 8;
const CODE = /^(?:query|function|javascript)$/;

export function fieldOf(schema: Schema, schemas: Schemas, name = '', depth = 0): FormField {
  const { description, default: initial, ...shape } = resolved(schema, schemas);
  const about = { description, initial };
  if (depth > DEEPEST) return { kind: 'json', ...about };
  const options = shape.oneOf ?? shape.anyOf;
  if (options !== undefined) return optionsOf(options, schemas, about, depth);
  const type = Array.isArray(shape.type) ? shape.type.find(each => each !== 'null') : shape.type;
  const choices = shape.enum?.filter(each => typeof each === 'string');
  if (choices !== undefined && choices.length > 0) return { kind: 'choice', choices, ...about };
  switch (type) {
    case 'string':
      if (CODE.test(name)) return { kind: 'code', ...about };
      return {
        kind: 'text',
        hint: typeof shape.example === 'string' ? shape.example : undefined,
        pattern: shape.pattern,
        ...about,
      };
    case 'integer':
    case 'number':
      return { kind: 'number', ...about };
    case 'boolean':
      return { kind: 'switch', ...about };
    case 'array':
      return shape.items === undefined
        ? { kind: 'json', ...about }
        : {
            kind: 'list',
            item: fieldOf(shape.items, schemas, name, depth + 1),
            least: shape.minItems ?? 0,
            ...about,
          };
    default:
      if (shape.properties === undefined) return { kind: 'json', ...about };
      return {
        kind: 'object',
        properties: propertiesOf(shape, schemas, depth),
        ...about,
      };
  }
}

function optionsOf(options: readonly Schema[], schemas: Schemas, about: Described, depth: number): FormField {
  const fields = options.map(option => fieldOf(option, schemas, '', depth + 1));
  const variants = fields.flatMap(field => {
    if (field.kind !== 'object') return [];
    const tag = field.properties.find(({ name }) => name === TAG)?.field;
    return tag?.kind === 'choice' && tag.choices.length === 1 ? [{ name: tag.choices[0]!, field }] : [];
  });
  if (variants.length === fields.length) return { kind: 'variants', variants, ...about };
  const [first] = fields;
  if (first !== undefined && fields.length === 1) return first;
  const isList = first?.kind === 'list' && first.item.kind === 'text';
  return { kind: 'json', hint: isList ? '["…", "…"]' : undefined, ...about };
}

/** Required properties first, each group in document order. */
function propertiesOf(
  { properties = {}, required = [] }: Schema,
  schemas: Schemas,
  depth: number,
): Property[] {
  const all = Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    field: fieldOf(schema, schemas, name, depth + 1),
  }));
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  let found = schema;
  for (let steps = 0; found.$ref !== undefined && steps < DEEPEST; steps++) {
    const { $ref, ...beside } = found;
    found = { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...beside };
  }
  if (found.allOf === undefined) return found;
  const parts = found.allOf.map(part => resolved(part, schemas));
  return {
    ...Object.assign({}, ...parts),
    ...found,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), found.properties) as Schemas,
    required: [...parts.flatMap(({ required = [] }) => required), ...(found.required ?? [])],
  };
}

/** Returns the initial value of a field; `undefined` is left out of the request. */
export function initialOf(field: FormField): unknown {
  switch (field.kind) {
    case 'object': {
      const entries = field.properties
        .filter(({ isRequired }) => isRequired)
        .map(({ name, field: inner }) => [name, initialOf(inner)] as const);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'variants':
      return (
        field.initial ?? (field.variants[0] === undefined ? undefined : initialOf(field.variants[0].field))
      );
    case 'choice':
      return field.initial ?? (field.choices.length === 1 ? field.choices[0] : undefined);
    case 'list':
      return field.initial ?? firstItems(field.item, field.least);
    default:
      return field.initial;
  }
}

/** Returns the minimum number of items, if each has an initial value. */
function firstItems(item: FormField, least: number): unknown[] {
  const first = initialOf(item);
  return first === undefined ? [] : Array.from({ length: least }, () => first);
}

/** Returns the paths of missing required fields, such as `source.path`. */
export function missingIn(field: FormField, value: unknown, path = ''): string[] {
  switch (field.kind) {
    case 'object': {
      if (typeof value !== 'object' || value === null) return [];
      return field.properties.flatMap(({ name, isRequired, field: inner }) => {
        const found = (value as Record<string, unknown>)[name];
        const at = path === '' ? name : `${path}.${name}`;
        if (found === undefined || found === '') return isRequired ? [at] : [];
        if (inner.kind === 'list' && Array.isArray(found) && found.length < inner.least) return [at];
        return missingIn(inner, found, at);
      });
    }
    case 'variants': {
      const tag = (value as Record<string, unknown> | undefined)?.[TAG];
      const variant = field.variants.find(({ name }) => name === tag);
      return variant === undefined ? [] : missingIn(variant.field, value, path);
    }
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((item, i) => missingIn(field.item, item, `${path}.${i}`))
        : [];
    default:
      return [];
  }
}
