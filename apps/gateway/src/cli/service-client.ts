/**
 * Sends requests of any length to a running service. A token, if the service requires one, is read from the
 * environment: WEIR_TOKEN.
 */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { WeirError } from '@weir/platform';

/**
 * @returns the unread response. Rejects when the service cannot be reached, and with its message when it rejects the
 * request.
 */
export async function ask(method: 'GET' | 'POST', url: string, body?: Readable): Promise<IncomingMessage> {
  const answer = await send(method, url, body);
  if (answer.statusCode === 200) return answer;
  let text = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString();
  throw new WeirError('internal', reasonIn(text) ?? `${url} responded with ${answer.statusCode}`);
}

function send(method: string, url: string, body: Readable | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const token = process.env['WEIR_TOKEN'];
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
