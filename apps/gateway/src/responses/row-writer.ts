/**
 * Writes the response of a query chunk by chunk. The first bytes are buffered, so that most failures still get their
 * own status; a slow client slows the query.
 */
import type { ResponseFrame } from '@weir/api';
import type { Response } from 'express';

/** Bytes buffered before the status is sent. */
const HELD_BACK = 1 << 20;

/**
 * Buffered data is written as one chunk. Corking several chunks would not work: some versions of Node report
 * back-pressure, and emit `drain` while they uncork, before a listener is attached, or never.
 *
 * Rejects with the query's error; if part of the response is already sent, the caller must close the connection.
 */
export async function writePieces(
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: ResponseFrame,
  response: Response,
): Promise<void> {
  let held: Uint8Array[] | undefined = [Buffer.from(start)];
  let size = 0;
  response.status(200).type('application/json');
  for await (const piece of pieces) {
    if (response.closed) return;
    if (held === undefined) {
      if (!response.write(piece)) await drained(response);
      continue;
    }
    held.push(piece);
    size += piece.length;
    if (size < HELD_BACK) continue;
    const hasRoom = response.write(Buffer.concat(held));
    held = undefined;
    if (!hasRoom) await drained(response);
  }
  response.end(held === undefined ? end : Buffer.concat([...held, Buffer.from(end)]));
}

function drained(response: Response): Promise<void> {
  return new Promise(resolve => {
    const finish = (): void => {
      response.off('drain', finish);
      response.off('close', finish);
      resolve();
    };
    response.once('drain', finish);
    response.once('close', finish);
  });
}
