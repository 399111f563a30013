/**
 * Reads Parquet files for a source, one at a time, in a separate process, which isolates the memory and time that a
 * hostile file consumes. It opens no files: the source supplies the bytes.
 */
import { endWithParent } from './end-with-parent.js';
import { TooLarge } from './parquet-compressors.js';
import type { FromParquet, ToParquet } from './parquet-messages.js';
import { messageOf } from '@weir/platform';
import { ParquetRows } from './parquet-rows.js';

endWithParent();

const wanted = new Map<number, (bytes: ArrayBuffer) => void>();
let nextId = 0;
let rows: ParquetRows | undefined;

function send(message: FromParquet): void {
  process.send!(message);
}

function slice(offset: number, end: number): Promise<ArrayBuffer> {
  return new Promise(resolve => {
    const id = nextId++;
    wanted.set(id, resolve);
    send({ kind: 'want', id, offset, length: end - offset });
  });
}

async function answer(message: Exclude<ToParquet, { kind: 'bytes' }>): Promise<FromParquet> {
  if (message.kind === 'open') {
    const { size, maximumGroupBytes, shape } = message;
    const file = {
      byteLength: size,
      slice: (begin: number, end = size) => {
        if (!(begin >= 0 && begin <= end && end <= size)) throw new Error('it refers to data beyond its end');
        if (end - begin > maximumGroupBytes) throw new TooLarge();
        return slice(begin, end);
      },
    };
    rows = await ParquetRows.open(file, maximumGroupBytes, shape);
    return { kind: 'opened', rows: rows.count };
  }
  return { kind: 'rows', ...(await rows!.take(message.from, message.maximum)) };
}

process.on('message', (message: ToParquet) => {
  if (message.kind === 'bytes') {
    const { id, bytes } = message;
    wanted.get(id)!(new Uint8Array(bytes).buffer);
    wanted.delete(id);
    return;
  }
  answer(message).then(send, (error: unknown) =>
    send({ kind: 'failed', reason: messageOf(error), isTooLarge: error instanceof TooLarge }),
  );
});
