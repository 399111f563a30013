/** Checks whether rows of the references are in an OpenAPI document. */
import type { RowLine } from './rows.js';

export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const ROW = /^(?<name>[^=!]+)(?<required>!)?(?:=(?<given>.+))?$/;

interface Found {
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export class DocumentedRows {
  constructor(private readonly document: Document) {}

  /** @returns violations, row by row; nothing for rows that hold. */
  wrong({ version, operation, place, rows }: RowLine): string[] {
    const [method, path] = operation.split(' ') as [string, string];
    const found = this.document.paths[`/api/${version}${path}`]?.[method.toLowerCase()];
    if (found === undefined) return rows.map(row => `${row}: no such operation`);
    return rows.flatMap(row => {
      const why = place === 'status' ? statusOf(found, row) : this.field(found, place, row);
      return why === undefined ? [] : [`${row}: ${why}`];
    });
  }

  private field(operation: Operation, place: string, row: string): string | undefined {
    const { name, required, given } = ROW.exec(row)!.groups as Record<string, string | undefined>;
    const candidates = place === 'query' ? queried(operation, name!) : this.fields(operation, place, name!);
    if (candidates.length === 0) return 'is not there';
    if (required !== undefined && !candidates.some(each => each.isRequired)) return 'is not required';
    if (given === undefined) return undefined;
    const defaults = candidates.flatMap(({ schema }) => this.forms(schema)).map(each => each.default);
    const shown = defaults.map(each => JSON.stringify(each));
    return shown.includes(given) ? undefined : `has the default ${[...new Set(shown)].join(', ')}`;
  }

  private fields(operation: Operation, place: string, name: string): readonly Found[] {
    const [where, type] = place.split(' ');
    const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const schema = jsonOf(where === 'body' ? operation.requestBody : answer);
    if (schema === undefined) return [];
    const roots = type === undefined ? [schema] : this.ofType(schema, type);
    return roots.flatMap(root => this.walk(root, name.split('.')));
  }

  private walk(schema: Schema, [name, ...rest]: readonly string[]): Found[] {
    return this.forms(schema).flatMap(form => {
      const inside = name === '*' ? form.additionalProperties : form.properties?.[name!];
      // If not listed, the keys of a map are the names of hosts or shards.
      const field = inside ?? (name === '*' ? Object.values(form.properties ?? {})[0] : undefined);
      if (typeof field !== 'object') return [];
      if (rest.length > 0) return this.walk(field, rest);
      return [{ schema: field, isRequired: form.required?.includes(name!) === true }];
    });
  }

  /** The schema and everything it may stand for: references, alternatives, items of lists. */
  private forms(schema: Schema, seen = new Set<Schema>()): Schema[] {
    if (seen.has(schema)) return [];
    seen.add(schema);
    const { $ref, allOf = [], anyOf = [], oneOf = [], items } = schema;
    const more = [...allOf, ...anyOf, ...oneOf, ...(items === undefined ? [] : [items])];
    if ($ref !== undefined) more.push(this.document.components.schemas[$ref.split('/').at(-1)!]!);
    return [schema, ...more.flatMap(each => this.forms(each, seen))];
  }

  /** Objects of this type, at any depth. */
  private ofType(schema: Schema, type: string, seen = new Set<Schema>()): Schema[] {
    return this.forms(schema, seen).flatMap(form => {
      const inside = Object.values(form.properties ?? {});
      if (typeof form.additionalProperties === 'object') inside.push(form.additionalProperties);
      const here = form.properties?.['type']?.enum?.includes(type) === true ? [form] : [];
      return [...here, ...inside.flatMap(each => this.ofType(each, type, seen))];
    });
  }
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema;
}

function statusOf({ responses }: Operation, status: string): string | undefined {
  return status in responses ? undefined : 'is not documented';
}

function queried({ parameters = [] }: Operation, name: string): Found[] {
  return parameters
    .filter(each => each.in === 'query' && each.name === name)
    .map(({ schema = {}, required }) => ({ schema, isRequired: required === true }));
}
