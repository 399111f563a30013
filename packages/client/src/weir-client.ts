/** A running Weir, as programs in Node and pages in browsers see it. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths as PathsV1 } from './generated/v1.js';
import type { paths as PathsV2 } from './generated/v2.js';
import type { paths as EnvelopedPaths } from './generated/v2-enveloped.js';
import { type ClientEnvironment, systemEnvironment } from './client-environment.js';
import { type QueryOptions, QueryRows, type QueryRow } from './query-rows.js';
import { ResultStream, type ResultsOptions } from './results/result-stream.js';
import { Service, type ServiceOptions } from './service.js';
import { errorOfAnswer } from './weir-client-error.js';

export class WeirClient {
  /** Every path of version 1, typed: `client.v1.GET('/api/v1/query/standing')`. Answers as `{ data, error, response }`. */
  readonly v1: Client<PathsV1, `${string}/${string}`>;
  /** Every path of version 2. `dataOf` gives the data or throws. */
  readonly v2: Client<PathsV2, `${string}/${string}`>;
  /** Every path of version 2 in its enveloped form: `dataOf` gives `{ content, message, warnings }`. */
  readonly v2Enveloped: Client<EnvelopedPaths, `${string}/${string}`>;
  private readonly service: Service;

  constructor(options: ServiceOptions, environment: ClientEnvironment = systemEnvironment) {
    this.service = new Service(options, environment);
    const shared = {
      baseUrl: this.service.baseUrl,
      fetch: (request: Request) => this.service.send(request),
    };
    this.v1 = createClient<PathsV1>(shared);
    this.v2 = createClient<PathsV2>(shared);
    this.v2Enveloped = createClient<EnvelopedPaths>(shared);
  }

  /**
   * Runs Cypher. Rows come as they are found; nothing is sent before they are asked for. Whole numbers beyond 2^53 are
   * bigints, in parameters too. Fields of maps that are null are left out.
   */
  query<R = QueryRow>(
    text: string,
    parameters: Readonly<Record<string, unknown>> = {},
    options: QueryOptions = {},
  ): QueryRows<R> {
    return new QueryRows<R>(this.service, { ...options, text, parameters });
  }

  /** The results of a standing query from now on, or from where an earlier stream ended. */
  results<D = Record<string, unknown>>(name: string, options: ResultsOptions = {}): ResultStream<D> {
    return new ResultStream<D>(this.service, name, options);
  }
}

/**
 * The data of an answer: `await dataOf(client.v2.GET(...))`. Of one without a body: `undefined`.
 * @throws WeirClientError when it is an error
 */
export async function dataOf<D>(
  call: Promise<{ readonly data?: D; readonly error?: unknown; readonly response: Response }>,
): Promise<D> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorOfAnswer(response, error);
  return data as D;
}
