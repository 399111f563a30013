/** Options of every REST API call. */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects with the signal's reason. Work that the server has begun may still take effect.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The one graph of a server. */
export const GRAPH = 'quine';

/** For `openapi-fetch`, which accepts an absent `signal` but not an undefined one. */
export function init({ signal }: CallOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
