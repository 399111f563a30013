/** Responses that are generated while they are sent. */
import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends chunks as they arrive, no faster than the client accepts them. A failure before the first chunk still gets its
 * own status; after that this rejects, and the caller must close the connection.
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
