/** Every path of the REST API, typed from its OpenAPI documents. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths as PathsV1 } from './generated/v1.js';
import type { paths as PathsV2 } from './generated/v2.js';
import type { paths as EnvelopedPaths } from './generated/v2-enveloped.js';
import type { Service } from './service.js';
import { errorOfAnswer } from './weir-client-error.js';

export interface RawApi {
  /** Version 1: `client.api.v1.GET('/api/v1/query/standing')`. Calls return `{ data, error, response }`. */
  readonly v1: Client<PathsV1, `${string}/${string}`>;
  /** Version 2. `dataOf` returns the data or throws. */
  readonly v2: Client<PathsV2, `${string}/${string}`>;
  /** The enveloped form of version 2: `dataOf` returns `{ content, message, warnings }`. */
  readonly v2Enveloped: Client<EnvelopedPaths, `${string}/${string}`>;
}

export function rawApi(service: Service): RawApi {
  const shared = {
    baseUrl: service.baseUrl,
    fetch: (request: Request) => service.send(request),
  };
  return {
    v1: createClient<PathsV1>(shared),
    v2: createClient<PathsV2>(shared),
    v2Enveloped: createClient<EnvelopedPaths>(shared),
  };
}

/**
 * Returns the data of a response: `await dataOf(client.api.v2.GET(...))`; `undefined` for a response without a body.
 * @throws WeirClientError when the response is an error
 */
export async function dataOf<D>(
  call: Promise<{ readonly data?: D; readonly error?: unknown; readonly response: Response }>,
): Promise<D> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorOfAnswer(response, error);
  return data as D;
}
