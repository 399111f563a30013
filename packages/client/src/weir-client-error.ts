/**
 * The only error that the client throws, except for the reason of an aborted signal. `code` is the service's own error
 * code (`standing.not-found`, `cypher.syntax`, ...), or one of the client's:
 *
 * | code | |
 * |---|---|
 * | `connection.failed` | no response: nothing listens at the address, or the network is down; `cause` has the reason |
 * | `connection.broken` | a response ended early: the query failed or was canceled, or the service stopped |
 * | `connection.silent` | a results stream was silent for too long; only ever passed to `onReconnect` |
 * | `results.gap` | results after the last one received are no longer kept |
 * | `answer.unreadable` | the response is not from Weir, or an intermediary changed it |
 * | `http.404`, ... | an error without a code, named by its status: an intermediary rejected the request |
 */
export class WeirClientError extends Error {
  override readonly name = 'WeirClientError';

  constructor(
    readonly code: string,
    message: string,
    /** HTTP status; absent without a response. */
    readonly status?: number,
    options: { readonly cause?: unknown; readonly details?: readonly string[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details ?? [];
  }

  /** Further errors, if the service reports several. */
  readonly details: readonly string[];
}

/** @returns the error that a response describes. Consumes its body. */
export async function errorOfResponse(response: Response): Promise<WeirClientError> {
  const text = await response.text().catch(() => '');
  return errorOfAnswer(response, text);
}

/** @param body as text, or parsed from JSON. */
export function errorOfAnswer(response: Response, body: unknown): WeirClientError {
  const [message, ...details] = textsIn(typeof body === 'string' ? parsed(body) : body);
  const code = response.headers.get('weir-error-code') ?? `http.${response.status}`;
  const fallback = `${response.status} ${response.statusText}`.trim();
  return new WeirClientError(code, message ?? fallback, response.status, { details });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Some errors are plain text.
    return text;
  }
}

/**
 * Version 1 reports an array of texts; version 2 an object, or in its enveloped form an object that holds an array of
 * objects.
 */
function textsIn(body: unknown): string[] {
  if (typeof body === 'string') return body === '' ? [] : [body];
  if (Array.isArray(body)) return body.map(String);
  const { error, errors } = (body ?? {}) as {
    error?: { message?: unknown; details?: unknown };
    errors?: unknown;
  };
  if (Array.isArray(errors)) return messagesOf(errors);
  if (typeof error?.message !== 'string') return [];
  return [error.message, ...(Array.isArray(error.details) ? messagesOf(error.details) : [])];
}

function messagesOf(parts: readonly unknown[]): string[] {
  return parts
    .map(part => (part as { message?: unknown } | null)?.message)
    .filter(text => typeof text === 'string');
}
