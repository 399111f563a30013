/**
 * Random requests for existing operations of an OpenAPI document, with parameters and a body that are valid, nearly
 * valid, or arbitrary. Some are valid, because invalid input is most dangerous while something is half done.
 */
import type { SeededRandom } from '@weir/platform';

type Json = Readonly<Record<string, unknown>>;

export interface RandomRequest {
  readonly method: string;
  /** As sent, including the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  /** Keyed by media type. */
  readonly bodies: Readonly<Record<string, { readonly schema?: Json; readonly example?: unknown }>>;
}

const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  '..',
  '../../etc/passwd',
  '%',
  '%2e%2e%2f',
  '%00',
  '%ff',
  "'; MATCH (n) DETACH DELETE n",
  '$' + '{7*7}',
  '__proto__',
  'constructor',
  'toString',
  '😀',
  '\ud800',
  '1e999',
  '-9223372036854775809',
  'NaN',
  'x'.repeat(5000),
  'a/b',
  'a:b',
  'x-y',
  '2024-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
] as const;
const NASTY_VALUES = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  9007199254740993,
  [],
  {},
  [[]],
  [null],
  { __proto__x: 1, constructor: 1 },
] as const;
const MEDIA_TYPES = [
  'application/json',
  'application/yaml',
  'text/plain',
  'application/xml',
  'nonsense',
] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'] as const;
const DEEPEST = 6;

/** An endless stream of numbers would fill the graph until walks over it take minutes. */
const LIMITS: Readonly<Record<string, string>> = {
  NumberIteratorIngest: 'ingestLimit',
  NumberIterator: 'limit',
};
const MOST_NUMBERS = 1000;

/** Replacer for `JSON.stringify`. */
function bounded(_key: string, value: unknown): unknown {
  const { type } = (value ?? {}) as { readonly type?: unknown };
  const limit = typeof type === 'string' && Object.hasOwn(LIMITS, type) ? LIMITS[type] : undefined;
  if (limit === undefined) return value;
  // `null` means absent, and a number may be text.
  const given = (value as Json)[limit] ?? Infinity;
  return Number(given) > MOST_NUMBERS ? { ...(value as Json), [limit]: MOST_NUMBERS } : value;
}

export class RandomRequests {
  private readonly schemas: Json;
  readonly operations: readonly DocumentedOperation[];

  /** @param leavesOut operations to omit, for example because they end the service. */
  constructor(
    private readonly random: SeededRandom,
    document: Json,
    leavesOut: (method: string, path: string) => boolean,
  ) {
    this.schemas = ((document['components'] ?? {}) as Json)['schemas'] as Json;
    this.operations = operationsOf(document).filter(({ method, path }) => !leavesOut(method, path));
  }

  next(): RandomRequest {
    const { random } = this;
    const operation = random.pick(this.operations);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      this.pathText(
        operation.parameters.find(each => each.name === name && each.in === 'path')?.schema ?? {},
      ),
    );
    const query = operation.parameters.flatMap(({ name, in: place, schema }) =>
      place === 'query' && random.chance(0.5) ? [`${name}=${this.pathText(schema)}`] : [],
    );
    if (random.chance(0.1)) query.push(`${this.escaped(random.pick(NASTY_TEXTS))}=${this.pathText({})}`);
    const body = this.body(operation);
    const method = random.chance(0.95) ? operation.method : random.pick(METHODS);
    return {
      method,
      path: (path + (query.length > 0 ? `?${query.join('&')}` : '')).slice(0, 12_000),
      headers: {
        ...(body && { 'content-type': body.type }),
        ...(random.chance(0.1) && { accept: random.pick(['*/*', 'text/event-stream', 'image/png', 'x']) }),
        ...(random.chance(0.05) && { 'last-event-id': random.pick(['x', '1/2', '-1']) }),
      },
      body: body?.bytes,
    };
  }

  private pathText(schema: Json): string {
    const { random } = this;
    const value = random.chance(0.5) ? this.value(schema, 0) : random.pick(NASTY_TEXTS);
    return this.escaped(typeof value === 'string' ? value : JSON.stringify(value));
  }

  /** Usually encoded correctly. */
  private escaped(text: string): string {
    const whole = text.replaceAll('\ud800', '\ufffd');
    if (this.random.chance(0.9)) return encodeURIComponent(whole);
    // A request target is printable ASCII; the service must reject any other error.
    return whole.replaceAll(/[^\x21-\x7e]|[?#]/g, '%zz').slice(0, 2000);
  }

  private body(
    operation: DocumentedOperation,
  ): { readonly type: string; readonly bytes: Buffer } | undefined {
    const { random } = this;
    const types = Object.keys(operation.bodies);
    if (types.length === 0 && random.chance(0.95)) return undefined;
    if (random.chance(0.03)) return undefined;
    const type = types.length > 0 && random.chance(0.93) ? random.pick(types) : random.pick(MEDIA_TYPES);
    const { schema = {}, example } = operation.bodies[type] ?? {};
    const value = example !== undefined && random.chance(0.4) ? example : this.value(schema, 0);
    const changed = random.chance(0.7) ? this.changed(value) : value;
    const isText = !type.includes('json') && typeof changed === 'string';
    let bytes = Buffer.from(isText ? changed : (JSON.stringify(changed, bounded) ?? ''));
    if (random.chance(0.08)) bytes = bytes.subarray(0, random.below(bytes.length + 1));
    if (random.chance(0.05) && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    return { type, bytes };
  }

  /** Replaces, removes or adds something at one position. */
  private changed(value: unknown): unknown {
    const { random } = this;
    if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
      const at = random.below(value.length);
      return value.map((each, i) => (i === at ? this.changed(each) : (each as unknown)));
    }
    if (typeof value === 'object' && value !== null && random.chance(0.85)) {
      const names = Object.keys(value);
      const name = names.length === 0 || random.chance(0.1) ? random.pick(NASTY_TEXTS) : random.pick(names);
      const { [name]: old, ...others } = value as Record<string, unknown>;
      return random.chance(0.15) ? others : { ...others, [name]: this.changed(old) };
    }
    return random.chance(0.5) ? random.pick(NASTY_TEXTS) : random.pick(NASTY_VALUES);
  }

  private value(schema: Json, depth: number): unknown {
    const { random } = this;
    if (depth > DEEPEST || random.chance(0.03)) return random.pick([...NASTY_TEXTS, ...NASTY_VALUES]);
    if (typeof schema['$ref'] === 'string') {
      const name = schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1);
      return this.value((this.schemas[name] ?? {}) as Json, depth + 1);
    }
    if (schema['const'] !== undefined) return schema['const'];
    const { enum: choices, examples } = schema as {
      enum?: readonly unknown[];
      examples?: readonly unknown[];
    };
    if (choices !== undefined && choices.length > 0) return random.pick(choices);
    if (Array.isArray(examples) && examples.length > 0 && random.chance(0.5)) return random.pick(examples);
    for (const key of ['oneOf', 'anyOf'] as const) {
      const several = schema[key] as readonly Json[] | undefined;
      if (several !== undefined && several.length > 0) return this.value(random.pick(several), depth + 1);
    }
    if (Array.isArray(schema['allOf'])) {
      const parts = (schema['allOf'] as readonly Json[]).map(part => this.value(part, depth + 1));
      return Object.assign({}, ...parts.filter(part => typeof part === 'object')) as unknown;
    }
    return this.plain(schema, depth);
  }

  private plain(schema: Json, depth: number): unknown {
    const { random } = this;
    const type = Array.isArray(schema['type']) ? random.pick(schema['type'] as string[]) : schema['type'];
    switch (type) {
      case 'object': {
        const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
        const required = new Set((schema['required'] ?? []) as readonly string[]);
        const kept = properties.filter(([name]) => random.chance(required.has(name) ? 0.97 : 0.4));
        return Object.fromEntries(kept.map(([name, each]) => [name, this.value(each, depth + 1)]));
      }
      case 'array': {
        const items = (schema['items'] ?? {}) as Json;
        return Array.from({ length: random.below(3) }, () => this.value(items, depth + 1));
      }
      case 'integer':
        return random.pick([0, 1, 2, 10, -1, 2 ** 31, 9007199254740991]);
      case 'number':
        return random.pick([0, 0.5, 1, -1, 1e308]);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'string':
        return random.chance(0.5) ? random.pick(['a', 'b', 'RETURN 1', 'n1']) : random.pick(NASTY_TEXTS);
      default:
        return random.pick([...NASTY_TEXTS, ...NASTY_VALUES]);
    }
  }
}

function operationsOf(document: Json): DocumentedOperation[] {
  const [server] = (document['servers'] ?? []) as readonly { readonly url: string }[];
  const base = (server?.url ?? '').replace(/\/$/, '');
  return Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => METHODS.includes(method.toUpperCase() as 'GET'))
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path: base + path,
          parameters: (operation['parameters'] ?? []) as DocumentedOperation['parameters'],
          bodies: ((operation['requestBody'] as Json | undefined)?.['content'] ??
            {}) as DocumentedOperation['bodies'],
        })),
  );
}
