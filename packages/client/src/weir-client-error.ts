/**
 * The one error that the client throws, but for the reason of an aborted signal. `code` is the service's own code of
 * the error (`standing.not-found`, `cypher.syntax`, ...), or one of the client's:
 *
 * | code | |
 * |---|---|
 * | `connection.failed` | no answer: nothing listens there, or the network is down; `cause` has the reason |
 * | `connection.broken` | an answer broke off before its end: the query failed or was cancelled meanwhile, or the service went |
 * | `connection.silent` | a results stream that showed no sign of life for too long; it is only ever told to `onReconnect` |
 * | `results.gap` | results after the last one that was seen are not kept any more |
 * | `answer.unreadable` | what answers is not Weir, or something between it and the client changed the answer |
 * | `http.404`, ... | an error without a code, by its status: something between the client and the service refused it |
 */
export class WeirClientError extends Error {
  override readonly name = 'WeirClientError';

  constructor(
    readonly code: string,
    message: string,
    /** Of HTTP; absent where there was no answer. */
    readonly status?: number,
    options: { readonly cause?: unknown; readonly details?: readonly string[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details ?? [];
  }

  /** Further things that are wrong, where the service names several. */
  readonly details: readonly string[];
}

/** @returns the error that an answer tells. Its body is read. */
export async function errorOfResponse(response: Response): Promise<WeirClientError> {
  const text = await response.text().catch(() => '');
  return errorOfAnswer(response, text);
}

/** @param body as text, or as it was read from JSON. */
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
    // Some errors are told in plain text.
    return text;
  }
}

/** Version 1 tells an array of texts, version 2 an object, or in its enveloped form an array of objects in one. */
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
