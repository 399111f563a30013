import type { WebhookSourceDefinition } from '../definition/webhook-source.js';
import { type CutRecords, packBytes } from '@weir/plugins';
import { type ByteReader, LineCutter, type RecordScanner } from '@weir/formats/cutting';

const BLOCK_BYTES = 64 * 1024;

class BufferReader implements ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  read(into: Uint8Array, offset: number): Promise<number> {
    const piece = this.bytes.subarray(this.at, this.at + into.length - offset);
    into.set(piece, offset);
    this.at += piece.length;
    return Promise.resolve(piece.length);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Formats whose body is a single record. */
const WHOLE: ReadonlySet<WebhookSourceDefinition['format']['type']> = new Set([
  'Raw',
  'Drop',
  'Protobuf',
  'Avro',
]);

/**
 * Returns a function that splits a body into records like a file of the same format; `undefined` for a body without
 * records. Throws `ingest.invalid` for a body that ends too early.
 */
export function bodyCutter(
  { type }: WebhookSourceDefinition['format'],
  scanner: () => RecordScanner,
): (body: Uint8Array) => Promise<CutRecords | undefined> {
  if (WHOLE.has(type)) return body => Promise.resolve(packBytes([body]));
  return async body => {
    const options = { maximumLineSize: body.length, blockSize: BLOCK_BYTES, scanner: scanner() };
    const cutter = new LineCutter(new BufferReader(body), options);
    const records: Uint8Array[] = [];
    for (;;) {
      const cut = await cutter.next(Infinity);
      if (cut === undefined) break;
      for (let i = 0; i < cut.bounds.length; i += 2)
        records.push(cut.bytes.subarray(cut.bounds[i], cut.bounds[i + 1]));
    }
    return records.length === 0 ? undefined : packBytes(records);
  };
}
