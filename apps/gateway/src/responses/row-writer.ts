/**
 * Writes the answer of a query to a response, piece by piece as it comes. The first part is held back, so that most
 * failures still get a status of their own; a client that reads slowly slows the query.
 */
import type { Frame } from '@weir/api';
import type { Response } from 'express';

/** Bytes that wait before the status is settled. */
const HELD_BACK = 1 << 20;

/**
 * What is held back goes out in one piece. Several that are corked would not do: some versions of Node say that there is
 * no room, and tell while they uncork, before anybody listens, or never, that there is again.
 *
 * Rejects with the query's error; if part of the answer is out by then, the connection has to be broken off.
 */
export async function writePieces(
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: Frame,
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
