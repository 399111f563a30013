/**
 * Converts an OpenAPI schema to the fields of a form. Unsupported constructs become JSON fields, so that every schema
 * can be filled in. Labels and explanations come from the document: `description`, and the extensions below.
 */
import { wordsOf } from './words.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
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
  /** Name in forms. */
  readonly 'x-label'?: string;
  /** Values of an enumeration or of a boolean in words; `''` stands for an absent value. */
  readonly 'x-value-labels'?: Readonly<Record<string, string>>;
  /**
   * Position of an alternative among those that a form offers first; the first one is chosen initially. On an optional
   * property: it is shown beside the required ones.
   */
  readonly 'x-common'?: number;
  /** Name of one item of a list. */
  readonly 'x-item-label'?: string;
  /** The value that a form starts with, if the schema has no default. */
  readonly 'x-initial'?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

interface Described {
  readonly label: string | undefined;
  /** Plain text. */
  readonly description: string | undefined;
  readonly initial: unknown;
}

export interface Property {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
  /** Shown from the start. */
  readonly isCommon: boolean;
  readonly field: FormField;
}

export interface Choice {
  /** `undefined`: the property is absent. */
  readonly value: string | boolean | undefined;
  readonly label: string;
}

export type FormField =
  | (Described & {
      readonly kind: 'text';
      readonly hint: string | undefined;
      readonly pattern: string | undefined;
    })
  | (Described & { readonly kind: 'code' })
  | (Described & { readonly kind: 'number' | 'switch' })
  | (Described & { readonly kind: 'json' })
  /** The simplest form of a value that has several; the others are entered as JSON. */
  | (Described & { readonly kind: 'simplified'; readonly simple: FormField })
  | (Described & { readonly kind: 'choice'; readonly choices: readonly Choice[] })
  | (Described & { readonly kind: 'object'; readonly properties: readonly Property[] })
  | (Described & { readonly kind: 'variants'; readonly variants: readonly Variant[] })
  | (Described & {
      readonly kind: 'list';
      readonly item: FormField;
      readonly itemLabel: string | undefined;
      readonly least: number;
    });

/** One of the alternatives of a value. Common ones come first. */
export interface Variant {
  readonly name: string;
  readonly label: string;
  readonly isCommon: boolean;
  readonly field: FormField & { readonly kind: 'object' };
}

/** The property that distinguishes the alternatives of a value. */
export const TAG = 'type';
/** Depth limit: schemas may be recursive. */
const DEEPEST = 8;
const CODE = /^(?:query|function|javascript)$/;

export function fieldOf(schema: Schema, schemas: Schemas, name = '', depth = 0): FormField {
  const shape = resolved(schema, schemas);
  const about = aboutOf(shape);
  if (depth > DEEPEST) return { kind: 'json', ...about };
  const options = shape.oneOf ?? shape.anyOf;
  if (options !== undefined) return optionsOf(options, schemas, about, depth);
  const type = Array.isArray(shape.type) ? shape.type.find(each => each !== 'null') : shape.type;
  const choices = choicesOf(shape, type);
  if (choices.length > 0) return { kind: 'choice', choices, ...about };
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
            itemLabel: shape['x-item-label'],
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

function aboutOf(schema: Schema): Described {
  const { 'x-label': label, description, default: initial, 'x-initial': start } = schema;
  return { label, description: description?.replaceAll('`', ''), initial: initial ?? start };
}

function choicesOf(shape: Schema, type: unknown): readonly Choice[] {
  const labels = shape['x-value-labels'];
  if (type === 'boolean')
    return Object.entries(labels ?? {}).map(([value, label]) => ({
      value: value === '' ? undefined : value === 'true',
      label,
    }));
  const values = shape.enum?.filter(each => typeof each === 'string') ?? [];
  return values.map(value => ({ value, label: labels?.[value] ?? wordsOf(value) }));
}

function optionsOf(options: readonly Schema[], schemas: Schemas, about: Described, depth: number): FormField {
  const shapes = options.map(option => resolved(option, schemas));
  const fields = options.map(option => fieldOf(option, schemas, '', depth + 1));
  const variants = fields.flatMap((field, i) => {
    if (field.kind !== 'object') return [];
    const tag = field.properties.find(({ name }) => name === TAG)?.field;
    const name = tag?.kind === 'choice' && tag.choices.length === 1 ? tag.choices[0]!.value : undefined;
    if (typeof name !== 'string') return [];
    const { 'x-common': rank = Infinity } = shapes[i]!;
    return [{ name, label: field.label ?? wordsOf(name), rank, isCommon: rank < Infinity, field }];
  });
  if (variants.length === fields.length)
    return {
      kind: 'variants',
      variants: variants.toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank)),
      ...about,
    };
  const [first] = fields;
  if (first !== undefined && fields.length === 1) return first;
  const simple =
    fields.find(({ kind }) => kind === 'switch') ??
    fields.find(field => field.kind === 'list' && field.item.kind === 'text');
  if (simple !== undefined) return { kind: 'simplified', simple: { ...simple, ...about }, ...about };
  return { kind: 'json', ...about };
}

/** Required properties first, each group in document order. */
function propertiesOf(
  { properties = {}, required = [] }: Schema,
  schemas: Schemas,
  depth: number,
): Property[] {
  const all = Object.entries(properties).map(([name, schema]) => {
    const field = fieldOf(schema, schemas, name, depth + 1);
    const isRequired = required.includes(name);
    const isCommon = isRequired || schema['x-common'] !== undefined;
    return { name, label: field.label ?? wordsOf(name), isRequired, isCommon, field };
  });
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
      return field.initial ?? (field.choices.length === 1 ? field.choices[0]!.value : undefined);
    case 'list':
      return field.initial ?? firstItems(field.item, field.least);
    case 'simplified':
      return initialOf(field.simple);
    default:
      return field.initial;
  }
}

/** Returns the minimum number of items, if each has an initial value. */
function firstItems(item: FormField, least: number): unknown[] {
  const first = initialOf(item);
  return first === undefined ? [] : Array.from({ length: least }, () => first);
}

export interface MissingField {
  /** Such as `source.path`. */
  readonly path: string;
  readonly label: string;
}

/** Returns the required fields without a value. */
export function missingIn(field: FormField, value: unknown, path = ''): MissingField[] {
  switch (field.kind) {
    case 'object': {
      if (typeof value !== 'object' || value === null) return [];
      return field.properties.flatMap(({ name, label, isRequired, field: inner }) => {
        const found = (value as Record<string, unknown>)[name];
        const at = path === '' ? name : `${path}.${name}`;
        if (found === undefined || found === '') return isRequired ? [{ path: at, label }] : [];
        const list = inner.kind === 'simplified' ? inner.simple : inner;
        const least = Math.max(
          isRequired && inner.kind === 'simplified' ? 1 : 0,
          list.kind === 'list' ? list.least : 0,
        );
        if (Array.isArray(found) && found.length < least) return [{ path: at, label }];
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
