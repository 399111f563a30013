/** Sends requests of any length to a running service. */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { WeirError } from '@weir/platform';
import type { ServerAddress } from './arguments/server-options.js';

/**
 * @returns the unread response. Rejects when the service cannot be reached, and with its message when it rejects the
 * request.
 */
export async function ask(
  server: ServerAddress,
  method: 'GET' | 'POST',
  path: string,
  body?: Readable,
): Promise<IncomingMessage> {
  const url = server.url + path;
  const answer = await send(method, url, server.token, body);
  if (answer.statusCode === 200) return answer;
  let text = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString();
  throw new WeirError('internal', reasonIn(text) ?? `${url} responded with ${answer.statusCode}`);
}

function send(
  method: string,
  url: string,
  token: string | undefined,
  body: Readable | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/x-ndjson' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const request = start(url, { method, headers }, resolve);
    request.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new WeirError(
          'internal',
          `No response from ${url}: ${cause.message || (cause.code ?? 'no connection')}`,
          { cause },
        ),
      ),
    );
    if (body === undefined) request.end();
    else {
      body.on('error', cause => request.destroy(cause));
      body.pipe(request);
    }
  });
}

/** Errors of the first API version are lists of texts. */
function reasonIn(text: string): string | undefined {
  try {
    const reasons: unknown = JSON.parse(text);
    return Array.isArray(reasons) ? reasons.join('; ') : undefined;
  } catch {
    return undefined;
  }
}
