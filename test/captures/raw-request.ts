/** Requests with the headers of the recording and no others. */
import { request } from 'node:http';
import type { Exchange } from './exchange.js';

export interface RawAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

export function send(
  url: string,
  { method, path, requestHeaders, requestBody }: Exchange,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, headers: { ...requestHeaders } }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          mediaType: mediaTypeOf(response.headers['content-type']),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(requestBody ?? undefined);
  });
}

/** Without parameters. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';')[0]!.trim().toLowerCase();
}
