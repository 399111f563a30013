/**
 * Cuts the values out of an Avro object container file. A header contains the schema; blocks follow, each packed
 * separately, with its number of values. A block is unpacked, and its values are skipped one by one to find their ends;
 * workers decode them. Memory is one block, packed and unpacked.
 */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { messageOf, WeirError } from '@weir/platform';
import type { CutRecords } from '@weir/plugins';
import type { ByteReader } from './byte-reader.js';
import { PulledBytes } from './pulled-bytes.js';
import type { RecordCutter } from './record-cutter.js';

const inflate = promisify(inflateRaw);

const MAGIC = Buffer.from('Obj\u0001');
const SYNC_BYTES = 16;
const LARGEST_HEADER_BYTES = 16 * 1024 * 1024;
const CHECKSUM_BYTES = 4;

interface Header {
  readonly schema: string;
  readonly codec: string;
  readonly sync: Buffer;
  readonly endOf: (bytes: Buffer, offset: number) => number;
}

/** An unpacked block, and how far it was cut. */
interface Block {
  readonly bytes: Buffer;
  readonly count: number;
  at: number;
  done: number;
}

export interface ContainerOptions {
  /** Maximum size of a block in bytes, packed and unpacked. */
  readonly maximumBlockSize: number;
}

export class AvroContainerCutter implements RecordCutter {
  private readonly input: PulledBytes;
  private header: Header | undefined;
  private block: Block | undefined;

  constructor(
    reader: ByteReader,
    private readonly options: ContainerOptions,
  ) {
    this.input = new PulledBytes(reader);
  }

  async next(maximum: number): Promise<CutRecords | undefined> {
    const block = await this.currentBlock();
    if (block === undefined) return undefined;
    const count = Math.min(maximum, block.count - block.done);
    const begin = block.at;
    const bounds = new Uint32Array(2 * count);
    for (let i = 0; i < count; i++) {
      bounds[2 * i] = block.at - begin;
      this.pass(block);
      bounds[2 * i + 1] = block.at - begin;
    }
    this.endBlock(block);
    const bytes = new Uint8Array(block.bytes.subarray(begin, block.at));
    return { bytes, bounds, context: this.header!.schema };
  }

  async skip(count: number): Promise<boolean> {
    for (let left = count; left > 0;) {
      if (this.block === undefined) {
        const whole = await this.readBlock(left);
        if (whole === undefined) return false;
        if (typeof whole === 'number') {
          left -= whole;
          continue;
        }
        this.block = whole;
      }
      const { block } = this;
      for (; left > 0 && block.done < block.count; left--) this.pass(block);
      this.endBlock(block);
    }
    return true;
  }

  private async currentBlock(): Promise<Block | undefined> {
    while (this.block === undefined) {
      const block = await this.readBlock(0);
      if (block === undefined) return undefined;
      if (typeof block !== 'number') this.block = block;
    }
    return this.block;
  }

  private pass(block: Block): void {
    try {
      block.at = this.header!.endOf(block.bytes, block.at);
    } catch (cause) {
      throw broken(`value ${block.done + 1} of a block of ${block.count} does not fit its schema`, cause);
    }
    block.done++;
  }

  private endBlock(block: Block): void {
    if (block.done < block.count) return;
    this.block = undefined;
    if (block.at < block.bytes.length) throw broken('a block has more bytes than values');
  }

  /**
   * @param passOver blocks with at most this number of values are not unpacked.
   * @returns undefined at the end; the number of values skipped, possibly none.
   */
  private async readBlock(passOver: number): Promise<Block | number | undefined> {
    this.header ??= await this.readHeader();
    const count = await this.long(true);
    if (count === undefined) return undefined;
    const size = (await this.long())!;
    const { maximumBlockSize } = this.options;
    if (count < 0 || size < 0) throw broken('a block has a negative length');
    if (size > maximumBlockSize) throw tooLarge(maximumBlockSize);
    const packed = Buffer.from(await this.bytes(size));
    const sync = await this.bytes(SYNC_BYTES);
    if (!sync.equals(this.header.sync)) throw broken('a block does not end with the sync marker of the file');
    if (count <= passOver) return count;
    const bytes = await this.unpacked(packed);
    if (count > bytes.length) throw broken('a block claims more values than it has bytes');
    return { bytes, count, at: 0, done: 0 };
  }

  private async unpacked(packed: Buffer): Promise<Buffer> {
    const { codec } = this.header!;
    const limit = this.options.maximumBlockSize;
    try {
      switch (codec) {
        case 'null':
          return packed;
        case 'deflate':
          return await inflate(packed, { maxOutputLength: limit });
        case 'snappy': {
          const { snappyUnpacked } = await import('../compression/snappy.js');
          return asBuffer(snappyUnpacked(packed.subarray(0, -CHECKSUM_BYTES), limit));
        }
        default: {
          const { zstdUnpacked } = await import('../compression/zstd.js');
          return asBuffer(zstdUnpacked(packed, limit));
        }
      }
    } catch (cause) {
      const reason = messageOf(cause);
      throw broken(`a block cannot be decompressed (${codec}): ${reason}`, cause);
    }
  }

  private async readHeader(): Promise<Header> {
    if (!(await this.bytes(MAGIC.length)).equals(MAGIC)) throw broken('it has no Avro header');
    const meta = new Map<string, string>();
    let size = 0;
    for (;;) {
      let count = (await this.long())!;
      if (count === 0) break;
      if (count < 0) {
        count = -count;
        await this.long();
      }
      for (; count > 0; count--) {
        const texts: string[] = [];
        for (const what of ['key', 'value']) {
          const length = (await this.long())!;
          size += length;
          if (length < 0 || size > LARGEST_HEADER_BYTES)
            throw broken(`its header has a ${what} that is too long`);
          texts.push((await this.bytes(length)).toString());
        }
        meta.set(texts[0]!, texts[1]!);
      }
    }
    const codec = meta.get('avro.codec') ?? 'null';
    if (!['null', 'deflate', 'snappy', 'zstandard'].includes(codec))
      throw broken(`it is compressed with ${codec}; supported are null, deflate, snappy and zstandard`);
    const schema = meta.get('avro.schema') ?? '';
    const sync = Buffer.from(await this.bytes(SYNC_BYTES));
    const { avroSkipper } = await import('../schemas/avro-type.js');
    try {
      return { schema, codec, sync, endOf: avroSkipper({ schema }) };
    } catch (cause) {
      throw broken(`its schema is invalid: ${messageOf(cause)}`, cause);
    }
  }

  /** @param mayEnd whether the file may end before it. @returns a number that is exact up to 2^53. */
  private async long(mayEnd = false): Promise<number | undefined> {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = await this.input.take(1);
      if (byte === undefined) {
        if (mayEnd && factor === 1) return undefined;
        throw broken('it ends early');
      }
      value += (byte[0]! & 127) * factor;
      if (byte[0]! < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      if (factor > 2 ** 56) throw broken('it contains an unterminated number');
    }
  }

  private async bytes(length: number): Promise<Buffer> {
    const bytes = await this.input.take(length);
    if (bytes === undefined) throw broken('it ends early');
    return bytes;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function broken(how: string, cause?: unknown): WeirError {
  const options = cause === undefined ? undefined : { cause };
  return new WeirError('ingest.invalid', `This is not a readable Avro container file: ${how}.`, options);
}

function tooLarge(limit: number): WeirError {
  return new WeirError(
    'ingest.record-too-long',
    `A block of the container is longer than maximumLineSize, ${limit} bytes. Increase maximumLineSize of the stream.`,
  );
}
