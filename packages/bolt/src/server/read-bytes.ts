import type { Duplex } from 'node:stream';

/** Calls back with the next `count` bytes of a stream. It is paused then, with later bytes still to be read. */
export function readBytes(stream: Duplex, count: number, then: (bytes: Buffer) => void): void {
  const read = (): void => {
    const bytes = stream.read(count) as Buffer | null;
    // At the end of the stream, the bytes that are left are returned though they are too few.
    if (bytes === null) return;
    stream.off('readable', read).off('end', leave);
    if (bytes.length < count) return void stream.end();
    then(bytes);
  };
  const leave = (): void => void stream.end();
  stream.on('readable', read).once('end', leave);
  read();
}
