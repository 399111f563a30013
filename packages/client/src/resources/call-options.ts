/** Options of each call of the REST API. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. What the server has begun may still take effect. */
  readonly signal?: AbortSignal | undefined;
}

/** The one graph of a server. */
export const GRAPH = 'quine';

/** For `openapi-fetch`, which wants no `signal` instead of an undefined one. */
export function init({ signal }: CallOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
