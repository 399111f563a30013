/** The OpenAPI document of a set of endpoints. */
import { OpenApiGeneratorV3, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { MEDIA_TYPES, type Endpoint, type EndpointResponse } from './endpoint.js';

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Prefix of every path: `/api/v1`. */
  readonly basePath: string;
  readonly servers: readonly string[];
  /** Schema of an error body. Default: that of version 1. */
  readonly errorSchema?: (endpoint: Endpoint) => z.ZodType;
}

export type OpenApiDocument = ReturnType<OpenApiGeneratorV3['generateDocument']>;

export const v1ErrorSchema = z.array(z.string()).meta({
  id: 'Errors',
  description: 'Error messages. The header `Weir-Error-Code` contains the error code.',
});

export function openApiDocument(endpoints: readonly Endpoint[], options: OpenApiOptions): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  for (const [name, scheme] of Object.entries(SECURITY)) {
    registry.registerComponent('securitySchemes', name, scheme);
  }
  for (const endpoint of endpoints) register(registry, endpoint, options);
  const document = new OpenApiGeneratorV3(registry.definitions).generateDocument({
    openapi: '3.0.3',
    info: {
      title: options.title,
      version: options.version,
      description: options.description,
      license: LICENSE,
    },
    servers: options.servers.map(url => ({ url })),
    // A token is required if the configuration names some.
    security: [{}, { bearer: [] }, { basic: [] }],
  });
  dropVainNullables(document);
  return document;
}

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token from the configuration or from the identity provider',
  },
  basic: { type: 'http', scheme: 'basic', description: 'The token as password, with any user name' },
} as const;

const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

/** Drops `nullable` where any value is allowed: it has no meaning without a type. */
function dropVainNullables(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('nullable' in value && !('type' in value)) delete value.nullable;
  Object.values(value).forEach(dropVainNullables);
}

function register(registry: OpenAPIRegistry, endpoint: Endpoint, options: OpenApiOptions): void {
  const { body, params, query } = endpoint;
  const answers: Readonly<Record<string, EndpointResponse>> = {
    ...endpoint.responses,
    ...commonErrors(endpoint, options.errorSchema?.(endpoint) ?? v1ErrorSchema),
  };
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, response]) => [status, toResponse(response)]),
  );
  registry.registerPath({
    method: endpoint.method,
    path: options.basePath + endpoint.path,
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    request: {
      params,
      query,
      ...(body
        ? {
            body: {
              required: true,
              content: Object.fromEntries(
                MEDIA_TYPES[body.kind].map(mediaType => [
                  mediaType,
                  body.kind === 'bytes'
                    ? { schema: mediaType === 'application/json' ? z.unknown() : BYTES }
                    : mediaType === 'text/plain'
                      ? { schema: z.string() }
                      : {
                          schema: body.schema,
                          ...(body.example === undefined ? {} : { example: body.example }),
                        },
                ]),
              ),
            },
          }
        : {}),
    },
    responses,
  });
}

const BYTES = z.string().meta({ format: 'binary' });

const SWITCHING_PROTOCOLS = 101;

function commonErrors(endpoint: Endpoint, schema: z.ZodType): Record<string, EndpointResponse> {
  const takesInput =
    endpoint.body ||
    Object.keys(endpoint.query.shape).length > 0 ||
    Object.keys(endpoint.params.shape).length > 0;
  return {
    ...(endpoint.status === SWITCHING_PROTOCOLS
      ? { default: { description: 'The WebSocket was not opened', schema } }
      : {}),
    ...(takesInput ? { 400: { description: 'The request is invalid', schema } } : {}),
    ...(endpoint.body
      ? {
          413: { description: 'The body is too large', schema },
          415: { description: 'The media type of the body is not supported', schema },
        }
      : {}),
    401: { description: 'The token is missing or invalid', schema },
    403: {
      description:
        'The role of the token is not sufficient, or the request comes from a page of another site or ' +
        'names another host',
      schema: schema === v1ErrorSchema ? schema : z.union([schema, v1ErrorSchema]),
    },
    500: { description: 'Internal error of the server', schema },
  };
}

function toResponse(response: EndpointResponse) {
  return {
    description: response.description,
    ...(response.schema
      ? { content: { [response.mediaType ?? 'application/json']: { schema: response.schema } } }
      : {}),
  };
}
