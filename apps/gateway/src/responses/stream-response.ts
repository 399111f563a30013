/** Answers that are made while they are sent. */
import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends chunks as they come, no faster than the client takes them. What fails before the first chunk still gets a status
 * of its own; after that the connection has to be broken off, which the caller does when this rejects.
 */
export async function streamResponse(
  source: AsyncIterable<Uint8Array | string>,
  mediaType: string,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of source) {
    if (signal.aborted) return;
    if (!response.headersSent) response.status(200).type(mediaType);
    if (!response.write(chunk)) await once(response, 'drain', { signal });
  }
  response.end();
}
