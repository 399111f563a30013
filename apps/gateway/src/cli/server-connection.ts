/** Connections to a server, and reports of their failures. */
import { WeirClient, WeirClientError } from '@weir/client';
import { isError, WeirError } from '@weir/platform';
import type { ServerAddress } from './arguments/server-options.js';

export function connectTo({ url, token }: ServerAddress): WeirClient {
  return new WeirClient({ baseUrl: url, token });
}

/** Returns the lines that report an error of a server, or of the connection to it. */
export function failureLines(error: unknown, { token }: ServerAddress): string[] {
  if (!(error instanceof WeirClientError)) return [WeirError.from(error).message];
  const lines = [error.message, ...error.details];
  if (error.code === 'connection.failed')
    lines.push('Start a server with weir, or name its address with --url.');
  else if (error.status === 401)
    lines.push(
      token === undefined
        ? 'The server requires a token: use --token, or set the variable WEIR_TOKEN.'
        : 'The server does not accept the token of --token or WEIR_TOKEN.',
    );
  return lines;
}

/** Whether the reader of standard output has left, as `head` does: then there is nothing to report. */
export function isReaderGone(error: unknown): boolean {
  return isError(error) && isError(error.cause) && (error.cause as { code?: string }).code === 'EPIPE';
}

/** Exit codes as shells report them. */
export const INTERRUPTED = 130;
export const READER_GONE = 141;
