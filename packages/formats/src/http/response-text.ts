/** Reads the body of a response as text. Rejects if it is longer than the maximum. */
export async function responseText(body: AsyncIterable<Uint8Array>, maximumBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > maximumBytes) throw new Error(`a response of more than ${maximumBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
