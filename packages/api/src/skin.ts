/**
 * A version of the API: how operations are requested and how they respond. A row is a method, a path and an operation;
 * it lists only what differs in this version.
 *
 * Parameters are named once for the whole skin. If the handler uses another name, the skin's table says so: `{
 * standingQueryName: parameter(nameInPath('standingQueryName'), 'name') }`.
 */
import type { ErrorCode } from '@weir/platform';
import { z } from 'zod';
import type {
  Endpoint,
  EndpointBody,
  EndpointResponse,
  ResponseFrame,
  Method,
  OperationCall,
  RequestParts,
} from './endpoint.js';
import type {
  BodyPart,
  BodySchemaOf,
  InputOf,
  Operation,
  ParametersOf,
  ResultOf,
  Topic,
} from './operation.js';

/** A value of the path or the query, and the handler's name for it if that differs. */
export interface Parameter<
  S extends z.ZodType = z.ZodType,
  N extends string | undefined = string | undefined,
> {
  readonly schema: S;
  readonly name: N;
}

export function parameter<S extends z.ZodType>(schema: S): Parameter<S, undefined>;
export function parameter<S extends z.ZodType, const N extends string>(schema: S, name: N): Parameter<S, N>;
export function parameter(schema: z.ZodType, name?: string): Parameter {
  return { schema, name };
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

export interface SkinOptions<T extends ParameterTable> {
  readonly basePath: string;
  readonly tags: Readonly<Record<Topic, string>>;
  readonly parameters: T;
  /** Returns the id of an endpoint whose row names none. */
  readonly idOf: (operation: string) => string;
  /** Wraps the schema of a response; `frame` does the same to its text. */
  readonly wrap: (schema: z.ZodType) => z.ZodType;
  readonly frame: (isList: boolean, warnings: readonly string[]) => ResponseFrame;
}

type Holes<P extends string> = P extends `${string}{${infer H}}${infer R}` ? H | Holes<R> : never;
type NameOf<T extends ParameterTable, K extends keyof T & string> = T[K]['name'] extends string
  ? T[K]['name']
  : K;
/** Parameters under the handler's names. */
type Given<T extends ParameterTable, K extends string> = {
  readonly [Q in K & keyof T & string as NameOf<T, Q>]: z.output<T[Q]['schema']>;
};

export interface Row<T extends ParameterTable, Q extends string, O, S> {
  readonly id?: string;
  readonly summary?: string;
  readonly description?: string;
  /** Query parameters. */
  readonly query?: readonly (Q & keyof T)[];
  readonly body?: EndpointBody<S>;
  readonly status?: number;
  /** Differences in the response; its schema is not wrapped yet. `show` creates the body from the handler's result. */
  readonly answer?: Partial<EndpointResponse> & { readonly show?: (result: ResultOf<O>) => unknown };
  /** The whole response: a message, not wrapped. */
  readonly says?: string;
  readonly errors?: Endpoint['errors'];
  readonly upgrade?: OperationCall;
  /** Further responses, keyed by status. */
  readonly responses?: Endpoint['responses'];
  /** The list itself is the response, where other lists are framed. */
  readonly isBare?: boolean;
}

type Taking<G, O> = { readonly take: (given: G) => InputOf<O> };
/** The compiler error names the missing parameters. */
type Suits<G, O> = G extends InputOf<O> ? unknown : { readonly 'the handler needs': ParametersOf<O> };

export interface Skin<T extends ParameterTable> {
  readonly basePath: string;
  serve<const P extends string, O extends Operation, Q extends string = never, S = BodySchemaOf<O>>(
    method: Method,
    path: P,
    operation: O & Suits<Given<T, Holes<P> | Q> & BodyPart<S>, O>,
    row?: Row<T, Q, O, S> & { readonly take?: undefined },
  ): Endpoint;
  serve<const P extends string, O extends Operation, Q extends string = never, S = BodySchemaOf<O>>(
    method: Method,
    path: P,
    operation: O,
    row: Row<T, Q, O, S> & Taking<Given<T, Holes<P> | Q> & BodyPart<S>, O>,
  ): Endpoint;
}

type AnyRow = Row<ParameterTable, string, unknown, z.ZodType> & {
  readonly take?: ((given: never) => unknown) | undefined;
};

export function skin<const T extends ParameterTable>(options: SkinOptions<T>): Skin<T> {
  const serve = (method: Method, path: string, operation: Operation, row: AnyRow = {}): Endpoint => {
    const holes = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!);
    const body = row.body ?? operation.body;
    const description = row.description ?? operation.description;
    const status = row.status ?? operation.status ?? 200;
    const answer = answerOf(operation, row, options);
    const errors = row.errors ?? {};
    const documentsMissing =
      operation.missing !== undefined && !Object.values<ErrorCode>(errors).includes('request.invalid');
    return {
      id: row.id ?? options.idOf(operation.id),
      operation: operation.id,
      method,
      path,
      tag: options.tags[operation.topic],
      summary: row.summary ?? operation.summary,
      ...(description === undefined ? {} : { description }),
      params: schemaOf(holes, options.parameters),
      query: schemaOf(row.query ?? [], options.parameters),
      ...(body === undefined ? {} : { body }),
      take: takerOf(options.parameters, row.take as ((given: object) => object) | undefined),
      ...(row.upgrade === undefined ? {} : { upgrade: row.upgrade }),
      status,
      ...answer.show,
      frame: row.says === undefined && row.isBare !== true ? options.frame : () => NO_FRAME,
      errors,
      responses: {
        [status]: answer.response,
        ...(documentsMissing ? { 404: { description: operation.missing } } : {}),
        ...operation.responses,
        ...row.responses,
      },
    };
  };
  return { basePath: options.basePath, serve };
}

export const NO_FRAME: ResponseFrame = { start: '', end: '' };

function answerOf(
  operation: Operation,
  row: AnyRow,
  { wrap }: Pick<SkinOptions<ParameterTable>, 'wrap'>,
): { response: EndpointResponse; show: Pick<Endpoint, 'show'> } {
  const { show, ...answer } = {
    show: (result: unknown) => result,
    ...operation.answer,
    ...row.answer,
  };
  if (row.says !== undefined) {
    const said = { message: row.says };
    return { response: { ...answer, schema: z.object({ message: z.string() }) }, show: { show: () => said } };
  }
  if (answer.schema === undefined) return { response: answer, show: {} };
  const isJson = answer.mediaType === undefined;
  return {
    response: { ...answer, schema: isJson && row.isBare !== true ? wrap(answer.schema) : answer.schema },
    show: { show },
  };
}

function schemaOf(names: readonly string[], table: ParameterTable): z.ZodObject {
  return z.object(Object.fromEntries(names.map(name => [name, table[name]!.schema])));
}

/** Returns parameters under the handler's names, with the body beside them. */
function takerOf(
  table: ParameterTable,
  take: (given: object) => object = given => given,
): (parts: RequestParts) => object {
  return ({ params, query, body }) => {
    const given: [string, unknown][] = body === undefined ? [] : [['body', body]];
    for (const [key, value] of [...Object.entries(params), ...Object.entries(query)]) {
      given.push([table[key]!.name ?? key, value]);
    }
    return take(Object.fromEntries(given));
  };
}
