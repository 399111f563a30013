/** Sends requests to the service: address, credentials, and names for network failures. */
import type { ClientEnvironment } from './client-environment.js';
import { WeirClientError } from './weir-client-error.js';

export interface ServiceOptions {
  /** Address of the service, including a path prefix if it has one: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. A function is called before each request, so that tokens can be renewed. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export class Service {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /**
   * The request of each response body that is still in use. Node connects a request to its signal by weak references:
   * after the request was collected, aborting the signal would not end the body.
   */
  private readonly requests = new WeakMap<ReadableStream, Request>();

  constructor(
    private readonly options: ServiceOptions,
    readonly environment: ClientEnvironment,
  ) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
  }

  /**
   * Returns any response, including errors. Rejects with `connection.failed` without a response, and with the signal's
   * reason when it is aborted.
   */
  async send(request: Request): Promise<Response> {
    const { token, headers } = this.options;
    for (const [name, value] of Object.entries(headers ?? {})) request.headers.set(name, value);
    const bearer = typeof token === 'function' ? await token() : token;
    if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`);
    try {
      const response = await this.environment.fetch(request);
      if (response.body !== null) this.requests.set(response.body, request);
      return response;
    } catch (error) {
      request.signal.throwIfAborted();
      const reason = reasonOf(error);
      throw new WeirClientError(
        'connection.failed',
        `No response from ${this.baseUrl}: ${reason}`,
        undefined,
        {
          cause: error,
        },
      );
    }
  }
}

/** Node reports `fetch failed` and keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ((cause as { code?: string }).code ?? error.message);
}
