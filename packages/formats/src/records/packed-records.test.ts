/** Data packed and written by other libraries: individual records, and Avro containers. */
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Value } from '@weir/model';
import { ofTier } from '@weir/platform/testing';
import { lz4Unpacked } from '../compression/lz4.js';
import { snappyUnpacked } from '../compression/snappy.js';
import { ZstdStream } from '../compression/zstd-stream.js';
import { zstdUnpacked } from '../compression/zstd.js';
import { AvroContainerCutter } from '../cutting/avro-container.js';
import { packBytes } from '@weir/plugins';
import { CONTAINERS, LZ4_LINKED, PACKED, PACKED_TEXT, REGISTERED } from '../testing/foreign-records.js';
import { decodeChunk } from './record-decoders.js';
import { recordFormat } from './written-avro.js';
import type { RecordFormat } from '@weir/contract';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
const LIMIT = 1024 * 1024;
const byLibrary = (bytes: Uint8Array, limit: number): Uint8Array => zstdUnpacked(bytes, limit, {});

const BOMB_BLOCK = 128 * 1024;

/** A frame of repeated blocks of one byte each. */
function zstdBomb(blocks: number): Buffer {
  const frame = Buffer.alloc(6 + 4 * blocks);
  frame.writeUInt32LE(0xfd2fb528);
  frame[5] = 7 << 3;
  for (let i = 0; i < blocks; i++) {
    frame.writeUIntLE((BOMB_BLOCK << 3) | (1 << 1) | (i === blocks - 1 ? 1 : 0), 6 + 4 * i, 3);
    frame[9 + 4 * i] = 97;
  }
  return frame;
}

type Unpack = (bytes: Uint8Array, limit: number) => Uint8Array;
const CASES: [string, Unpack, string][] = [
  ['zstd', zstdUnpacked, PACKED.zstd],
  ['zstd without its size', zstdUnpacked, PACKED.zstdStream],
  ['zstd by the library', byLibrary, PACKED.zstd],
  ['zstd by the library, without its size', byLibrary, PACKED.zstdStream],
  ['lz4', lz4Unpacked, PACKED.lz4],
  ['snappy', snappyUnpacked, PACKED.snappy],
  ['snappy in frames', snappyUnpacked, PACKED.snappyFramed],
];

describe.each(CASES)('%s', (_name, unpack, packed) => {
  test('unpacks the original', () => {
    expect(Buffer.from(unpack(bytesOf(packed), LIMIT)).toString()).toBe(PACKED_TEXT);
  });

  test('enforces the size limit', () => {
    expect(() => unpack(bytesOf(packed), PACKED_TEXT.length - 1)).toThrow();
    expect(unpack(bytesOf(packed), PACKED_TEXT.length)).toHaveLength(PACKED_TEXT.length);
  });

  test('rejects truncated and invalid data', () => {
    const whole = bytesOf(packed);
    for (let length = 0; length < whole.length - 4; length++) {
      let text: string | undefined;
      try {
        text = Buffer.from(unpack(whole.subarray(0, length), LIMIT)).toString();
      } catch {
        continue;
      }
      // Between two chunks of a stream, a missing one cannot be detected.
      expect(text).toBe('');
    }
    expect(() => unpack(Buffer.from('neither of these, surely'), LIMIT)).toThrow();
  });
});

test('unpacks consecutive frames, and blocks that refer to earlier ones', () => {
  const { zstd, zstdStream: stream, lz4 } = PACKED;
  const twice = (one: string, other: string) => Buffer.concat([bytesOf(one), bytesOf(other)]);
  for (const unpack of [zstdUnpacked, byLibrary])
    expect(Buffer.from(unpack(twice(stream, zstd), LIMIT)).toString()).toBe(PACKED_TEXT.repeat(2));
  expect(Buffer.from(lz4Unpacked(twice(lz4, lz4), LIMIT)).toString()).toBe(PACKED_TEXT.repeat(2));
  expect(
    Buffer.from(lz4Unpacked(bytesOf(LZ4_LINKED), LIMIT))
      .subarray(1200)
      .toString(),
  ).toBe(PACKED_TEXT);
});

test('rejects an LZ4 frame with modified bytes', () => {
  const packed = bytesOf(PACKED.lz4);
  packed[40]! ^= 1;
  expect(() => lz4Unpacked(packed, LIMIT)).toThrow();
});

test('unpacks the streams of Snappy for Java', () => {
  const block = bytesOf(PACKED.snappy);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(block.length);
  const header = Buffer.from('\u0082SNAPPY\0\0\0\0\u0001\0\0\0\u0001', 'latin1');
  const packed = Buffer.concat([header, length, block, length, block]);
  expect(Buffer.from(snappyUnpacked(packed, LIMIT)).toString()).toBe(PACKED_TEXT.repeat(2));
});

test('a few bytes that claim gigabytes allocate nothing', () => {
  const snappy = Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x08, 0, 97);
  expect(() => snappyUnpacked(snappy, LIMIT)).toThrow(/decompressed size exceeds/);
  const window = bytesOf(PACKED.zstdStream);
  window[5] = 0xa8;
  expect(() => byLibrary(window, LIMIT)).toThrow(/window/);
});

test('unpacks all frames of a zstd stream, and rejects a truncated one', async () => {
  const packed = Buffer.concat([bytesOf(PACKED.zstdStream), bytesOf(PACKED.zstd)]);
  const stream = new ZstdStream();
  stream.write(packed.subarray(0, 20));
  stream.end(packed.subarray(20));
  expect(Buffer.concat(await stream.toArray()).toString()).toBe(PACKED_TEXT.repeat(2));
  const cut = new ZstdStream();
  cut.end(packed.subarray(0, 30));
  await expect(cut.toArray()).rejects.toThrow();
});

test('unpacks a few bytes that are gigabytes only as they are consumed', async () => {
  const blocks = ofTier({ fast: 2_000, nightly: 16_000 });
  const stream = pipeline(Readable.from([zstdBomb(blocks), zstdBomb(16)]), new ZstdStream(), () => undefined);
  let [sum, held] = [0, 0];
  for await (const piece of stream) {
    sum += (piece as Buffer).length;
    held = Math.max(held, stream.readableLength);
  }
  expect(sum).toBe((blocks + 16) * BOMB_BLOCK);
  expect(held).toBeLessThan(16 * LIMIT);
});

test('limits the total size of small records, without holding back a small one', () => {
  const records = [zstdBomb(8), zstdBomb(8), zstdBomb(8), bytesOf(PACKED.zstd)];
  const rejected: [number, string][] = [];
  const chunk = { ...packBytes(records), firstPosition: 0 };
  const reject = (i: number, reason: string): number => rejected.push([i, reason]);
  const { chunk: plain, indexes } = decodeChunk(chunk, ['ZSTD'], reject, 16 * BOMB_BLOCK);
  expect(indexes).toEqual([0, 1, 3]);
  expect(plain.bytes).toHaveLength(16 * BOMB_BLOCK + PACKED_TEXT.length);
  expect(rejected).toEqual([[2, expect.stringMatching(/^ZSTD: /)]]);
});

test('applies decoders in order, and rejects only the records that do not match', () => {
  const records = [PACKED.zstd, 'bm8=', PACKED.zstdStream].map(text => Buffer.from(text));
  const rejected: [number, string][] = [];
  const chunk = { ...packBytes(records), firstPosition: 0 };
  const { chunk: plain, indexes } = decodeChunk(chunk, ['BASE64', 'ZSTD'], (i, reason) =>
    rejected.push([i, reason]),
  );
  expect(indexes).toEqual([0, 2]);
  expect(Buffer.from(plain.bytes).toString()).toBe(PACKED_TEXT.repeat(2));
  expect(rejected).toEqual([[1, expect.stringContaining('ZSTD: ')]]);
});

describe('containers of Avro', () => {
  const ids = Array.from({ length: 7 }, (_, i) => 9223372036854775807n - BigInt(i));

  function cutter(packed: Uint8Array, maximumBlockSize = LIMIT): AvroContainerCutter {
    let at = 0;
    const read = (into: Uint8Array, offset: number): Promise<number> => {
      const bytes = packed.subarray(at, at + Math.min(7, into.length - offset));
      into.set(bytes, offset);
      at += bytes.length;
      return Promise.resolve(bytes.length);
    };
    return new AvroContainerCutter({ read, close: () => Promise.resolve() }, { maximumBlockSize });
  }

  async function valuesOf(cutting: AvroContainerCutter, schema: string | null = null): Promise<Value[]> {
    const options = { kind: 'container', decoders: [], schema: schema === null ? null : Buffer.from(schema) };
    const format = (await recordFormat(options, { now: () => 0 })) as RecordFormat;
    const values: Value[] = [];
    for (;;) {
      const cut = await cutting.next(2);
      if (cut === undefined) return values;
      expect(cut.bounds.length).toBeLessThanOrEqual(4);
      format.parse(
        { ...cut, firstPosition: 0 },
        value => values.push(value),
        (_, reason) => values.push(`rejected: ${reason}`),
      );
    }
  }

  test.each(['plain', 'deflate', 'snappy', 'zstandard'] as const)('packed as %s', async codec => {
    const packed = bytesOf(CONTAINERS[codec]);
    const values = await valuesOf(cutter(packed));
    expect(values.map(value => (value as { id: bigint }).id)).toEqual(ids);
    expect(values[2]).toMatchObject({ note: 'n2', tags: ['t', 't'] });
    for (let count = 0; count <= 7; count++) {
      const cutting = cutter(packed);
      expect(await cutting.skip(count)).toBe(true);
      expect(await valuesOf(cutting)).toEqual(values.slice(count));
    }
    expect(await cutter(packed).skip(8)).toBe(false);
  });

  test('are read with another schema', async () => {
    const fields = '{"name":"id","type":"long"},{"name":"more","type":"string","default":"x"}';
    const schema = `{"type":"record","name":"shop.Sale","fields":[${fields}]}`;
    const values = await valuesOf(cutter(bytesOf(CONTAINERS.plain)), schema);
    expect(values).toEqual(ids.map(id => ({ id, more: 'x' })));
    const other = '{"type":"record","name":"shop.Sale","fields":[{"name":"none","type":"string"}]}';
    expect(await valuesOf(cutter(bytesOf(CONTAINERS.plain)), other)).toEqual(
      ids.map(() => expect.stringMatching(/^rejected: its schema is invalid/) as Value),
    );
  });

  test('truncation or a changed byte anywhere only causes an error', async () => {
    for (const codec of ['plain', 'deflate', 'snappy', 'zstandard'] as const) {
      const whole = bytesOf(CONTAINERS[codec]);
      for (let length = 1; length < whole.length; length += 13)
        await valuesOf(cutter(whole.subarray(0, length))).catch((error: unknown) =>
          expect(error).toMatchObject({ code: expect.stringMatching(/^ingest\./) as string }),
        );
      for (let at = 0; at < whole.length; at += 7) {
        const other = Buffer.from(whole);
        other[at]! ^= 0xff;
        await valuesOf(cutter(other)).catch((error: unknown) =>
          expect(error).toMatchObject({ code: expect.stringMatching(/^ingest\./) as string }),
        );
      }
    }
  });

  test.each([
    ['something else', Buffer.from('PAR1 and more'), /no Avro header/],
    ['packed as we can not read', bytesOf(CONTAINERS.bzip2), /compressed with bzip2/],
  ])('rejects %s', async (_, packed, message) => {
    await expect(cutter(packed).next(1)).rejects.toMatchObject({
      code: 'ingest.invalid',
      message: expect.stringMatching(message) as string,
    });
  });

  test('limits blocks, packed and unpacked', async () => {
    await expect(cutter(bytesOf(CONTAINERS.plain), 10).next(1)).rejects.toMatchObject({
      code: 'ingest.record-too-long',
    });
    const header = bytesOf(CONTAINERS.deflate);
    const end = header.indexOf(Buffer.from(Array.from({ length: 16 }, (_, i) => i))) + 16;
    const { deflateRawSync } = await import('node:zlib');
    const bomb = deflateRawSync(Buffer.alloc(4 * LIMIT));
    const size = Buffer.from([(((bomb.length * 2) & 0x7f) | 0x80) >>> 0, (bomb.length * 2) >> 7]);
    const sync = header.subarray(end - 16, end);
    expect(bomb.length).toBeLessThan(8192);
    const packed = Buffer.concat([header.subarray(0, end), Buffer.of(2), size, bomb, sync]);
    await expect(cutter(packed).next(1)).rejects.toThrow(/cannot be decompressed/);
    const claims = Buffer.concat([
      header.subarray(0, end),
      Buffer.of(0xfe, 0xff, 0xff, 0xff, 0x0f),
      Buffer.of(4),
      Buffer.of(3, 0),
      sync,
    ]);
    await expect(cutter(claims).next(1)).rejects.toThrow(/claims more values/);
  });
});

describe('records that refer to their schema', () => {
  const context = JSON.stringify({
    1: { schema: REGISTERED.one },
    2: { schema: REGISTERED.two, references: [REGISTERED.place] },
    3: 'the registry does not know it',
  });
  const records = [
    bytesOf(REGISTERED.first),
    bytesOf(REGISTERED.second),
    Buffer.from('{"not":"avro"}'),
    Buffer.of(0, 0, 0, 0, 3, 1),
    Buffer.of(0, 0),
  ];

  async function outcomes(schema: string | null, decoders: string[] = []) {
    const packed = decoders.length === 0 ? records : records.map(record => gzipSync(record));
    const found: unknown[] = [];
    let at = 0;
    const bounds = Uint32Array.from(packed.flatMap(({ length }) => [at, (at += length)]));
    const options = {
      kind: 'registered',
      decoders,
      schema: schema === null ? null : Buffer.from(schema),
    };
    const format = (await recordFormat(options, { now: () => 0 })) as RecordFormat;
    format.parse(
      { bytes: Buffer.concat(packed), bounds, firstPosition: 0, context },
      (value, index) => (found[index] = value),
      (index, reason) => (found[index] = reason),
    );
    return found;
  }

  test.each([[[]], [['GZIP']]])('reads each with its own schema, after decoders %j', async decoders => {
    expect(await outcomes(null, decoders)).toEqual([
      { id: 5, old: 'x' },
      { id: 9223372036854775806n, where: { town: 'näh' } },
      expect.stringContaining('begin with a zero'),
      'the registry does not know it',
      expect.stringContaining('begin with a zero'),
    ]);
  });

  test('and with another schema, if one is given', async () => {
    const schema = '{"type":"record","name":"shop.Sale","fields":[{"name":"id","type":"long"}]}';
    expect((await outcomes(schema)).slice(0, 2)).toEqual([{ id: 5 }, { id: 9223372036854775806n }]);
  });
});
