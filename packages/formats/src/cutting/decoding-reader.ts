/** Decodes a file as a whole while it is read, such as its compression. */
import { Readable, pipeline } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { messageOf, WeirError } from '@weir/platform';
import { lz4Unpacked } from '../compression/lz4.js';
import { snappyUnpacked } from '../compression/snappy.js';
import { ZstdStream } from '../compression/zstd-stream.js';
import { LARGEST_UNPACKED_BYTES } from '../records/record-decoders.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import type { ByteReader } from './byte-reader.js';
import { StreamReader } from './stream-reader.js';

const BLOCK_BYTES = 64 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export class DecodingReader implements ByteReader {
  private readonly decoded: Readable;
  private readonly reader: StreamReader;

  /** @param decoders in the order in which they are applied, at least one. */
  constructor(
    private readonly inner: ByteReader,
    decoders: readonly RecordDecoder[],
  ) {
    this.decoded = decoders.reduce(undone, Readable.from(blocksOf(inner), { objectMode: false }));
    this.reader = new StreamReader(this.decoded);
  }

  async read(into: Uint8Array, offset: number): Promise<number> {
    try {
      return await this.reader.read(into, offset);
    } catch (cause) {
      const reason = messageOf(cause);
      throw new WeirError('ingest.invalid', `The file does not match recordDecoders: ${reason}`, { cause });
    }
  }

  async close(): Promise<void> {
    await this.reader.close();
    this.decoded.destroy();
    await this.inner.close();
  }
}

function undone(stream: Readable, decoder: RecordDecoder): Readable {
  // The reader of the last stream gets the errors of all.
  const seen = (): void => undefined;
  switch (decoder) {
    case 'BASE64':
      return pipeline(stream, fromBase64, seen) as unknown as Readable;
    case 'GZIP':
      return pipeline(stream, createGunzip(), seen);
    case 'ZLIB':
      return pipeline(stream, createInflate(), seen);
    case 'ZSTD':
      return pipeline(stream, new ZstdStream(), seen);
    case 'LZ4':
      return pipeline(stream, atOnce(lz4Unpacked), seen) as unknown as Readable;
    case 'SNAPPY':
      return pipeline(stream, atOnce(snappyUnpacked), seen) as unknown as Readable;
  }
}

async function* blocksOf(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    const length = await reader.read(block, 0);
    if (length === 0) return;
    yield block.subarray(0, length);
  }
}

/**
 * For compressions without a streaming decoder: the whole file is in memory, and must not exceed the maximum size of a
 * record.
 */
function atOnce(unpacked: (bytes: Uint8Array, limit: number) => Uint8Array) {
  return async function* (blocks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const block of blocks) {
      size += block.length;
      if (size > LARGEST_UNPACKED_BYTES)
        throw new Error(`such files may have at most ${LARGEST_UNPACKED_BYTES} bytes`);
      pieces.push(block);
    }
    const whole = unpacked(Buffer.concat(pieces), LARGEST_UNPACKED_BYTES);
    for (let at = 0; at < whole.length; at += BLOCK_BYTES) yield whole.subarray(at, at + BLOCK_BYTES);
  };
}

/** Accepts line ends: files contain them. */
async function* fromBase64(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const block of blocks) {
    const text = rest + block.toString('latin1').replaceAll(/[\r\n]/g, '');
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield bytesOf(text.slice(0, whole));
  }
  if (rest !== '') throw new Error('Base64 ends within a group of four characters');
}

function bytesOf(text: string): Buffer {
  if (!BASE64.test(text)) throw new Error('not Base64');
  return Buffer.from(text, 'base64');
}
