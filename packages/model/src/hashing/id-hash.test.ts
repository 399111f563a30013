import { createHash } from 'node:crypto';
import { LocalDate, LocalDateTime, ZonedDateTime } from '@js-joda/core';
import { fc } from '@weir/platform/testing/properties';
import {
  argumentHash,
  Duration,
  float,
  formatNodeId,
  hashValues,
  IdHasher,
  idFrom,
  nodeIdFromBytes,
  type Value,
  type ValueMap,
} from '../index.js';

const VECTORS: readonly (readonly [name: string, args: readonly Value[], id: string])[] = [
  ['0', [0], '3e74242e-538f-3bd1-9814-49e6761551b1'],
  ['1', [1], '27dd96d6-75be-30f8-8d97-71b670468f39'],
  ['-1', [-1], '6f885943-f639-381d-b694-928e038bc0d2'],
  ['a large integer', [123456789012345678n], 'fa00861b-765f-383e-900f-e01a91866b54'],
  ['1.0', [float(1)], '4cb89d67-138a-39a7-b7cc-8630ce8be20a'],
  ['1.5', [1.5], '094c7566-0eda-3250-b9d3-30227b590ee9'],
  ['an empty string', [''], '77b5d101-faa1-3e5f-82b2-406927138be0'],
  ['"a"', ['a'], 'ed76605d-e294-3322-871e-d8466a8281df'],
  ['beyond ASCII', ['é😀'], '210cbdf7-f894-3d17-9d94-44dbf1a64c83'],
  ['two strings', ['name', 'Harry Potter'], '761f620a-0f48-3f92-9464-2526642cc430'],
  ['string and integer', ['Number', 7], 'a2015afc-762f-37bc-9862-07ca1e5ad179'],
  ['three strings', ['time-node', 'year', '2024'], '5bf03c9d-836b-39ba-b59f-d7fc0442a192'],
  ['true', [true], '5edfd1fc-4850-3e33-bd6c-6f4f9783fba2'],
  ['false', [false], '2c9b25fd-ed15-33d2-a62c-b227265f358f'],
  ['[]', [[]], '95402acf-1b5f-36c4-8cc0-85477e0bdbb0'],
  ['[null]', [[null]], 'ac0d030a-a8b6-39f4-9292-4df9d366b54d'],
  ['[1,"x"]', [[1, 'x']], 'e517b200-13cc-3d7a-b0e1-72790779ce9e'],
  ['{}', [{}], 'feef2ee7-cfec-3976-928e-594b6f3d9f44'],
  ['{b:2,a:1}', [{ b: 2, a: 1 }], '45a4ac27-34fe-3ca5-a848-db0fdcefe5d1'],
  ['bytes', [Uint8Array.of(0, 0xff)], 'b2f10053-3203-3d07-815a-435846fed2e1'],
  ['a date', [LocalDate.parse('2024-01-02')], 'd0fa4bf9-0ed7-3fb6-95f0-b7898c547fd4'],
  ['a datetime', [ZonedDateTime.parse('2024-01-02T03:04:05Z')], '0df086da-1825-3a67-8e32-0f0f87a566db'],
  ['a localdatetime', [LocalDateTime.parse('2024-01-02T03:04:05')], '0ff935ac-74e5-3dc8-bd86-bf5861366f33'],
  ['a duration', [new Duration(0, 0, 3600, 0)], '87619c3d-8075-3132-99d1-f894a7182739'],
];

describe('idFrom', () => {
  test.each(VECTORS)('%s', (_, args, id) => {
    expect(formatNodeId(idFrom(args)!)).toBe(id);
  });

  test('a null argument makes the id null, a null inside a list does not', () => {
    expect(idFrom(['a', null])).toBeNull();
    expect(idFrom([[null]])).not.toBeNull();
  });

  test('argument hashes match the documented bytes', () => {
    const hex = (value: string | number) =>
      Buffer.from(argumentHash(value).buffer).toString('hex').toUpperCase();
    expect(hex(0)).toBe('0C36001A0D7D5287A457160D04E9CEB9');
    expect(hex('a')).toBe('C7A7FB63D67F0966E8B05850C6A83A9A');
  });

  test('hash', () => {
    expect(hashValues(['a'])).toBe(-2637571017913610257n);
  });

  test('a compiled caller gets the same id', () => {
    const hasher = new IdHasher();
    const constant = argumentHash('time-node');
    for (let round = 0; round < 2; round++) {
      hasher.begin();
      hasher.addHashed(constant);
      hasher.addValue('year');
      hasher.addValue('2024');
      expect(formatNodeId(hasher.finish()!)).toBe('5bf03c9d-836b-39ba-b59f-d7fc0442a192');
    }
  });

  test('a calendar duration counts as its mean length in seconds', () => {
    expect(idFrom([new Duration(0, 1, 0, 0)])).toBe(idFrom([new Duration(0, 0, 86400, 0)]));
  });

  test('an unpaired surrogate counts as a question mark', () => {
    expect(idFrom(['a\ud800\ufffd'])).toBe(idFrom(['a?\ufffd']));
  });

  test('matches BigInt arithmetic and OpenSSL for any number of strings', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), texts => {
        const parts = texts.map(one => referenceMurmur(Buffer.concat([int32(83473), Buffer.from(one)])));
        const digest = createHash('md5').update(Buffer.concat(parts)).digest();
        digest[6] = (digest[6]! & 0x0f) | 0x30;
        digest[8] = (digest[8]! & 0x3f) | 0x80;
        expect(idFrom(texts)).toBe(nodeIdFromBytes(digest));
      }),
      { numRuns: 300 },
    );
  });

  test('map keys are ordered by code units, whatever the order in the source', () => {
    const one: ValueMap = { a: 1, B: [true], '\u{1f600}': null, '\uff00': 'x' };
    const other: ValueMap = { '\uff00': 'x', '\u{1f600}': null, B: [true], a: 1 };
    expect(idFrom([one])).toBe(idFrom([other]));
    expect(idFrom([one])).not.toBe(idFrom([{ ...one, a: float(1) }]));
  });
});

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** MurmurHash3 x64-128 as in its definition, on BigInt. */
function referenceMurmur(bytes: Buffer): Buffer {
  const mask = (1n << 64n) - 1n;
  const rotl = (x: bigint, r: bigint) => ((x << r) | (x >> (64n - r))) & mask;
  const c1 = 0x87c37b91114253d5n;
  const c2 = 0x4cf5ad432745937fn;
  const mix1 = (k: bigint) => (rotl((k * c1) & mask, 31n) * c2) & mask;
  const mix2 = (k: bigint) => (rotl((k * c2) & mask, 33n) * c1) & mask;
  const finish = (k: bigint) => {
    k = ((k ^ (k >> 33n)) * 0xff51afd7ed558ccdn) & mask;
    k = ((k ^ (k >> 33n)) * 0xc4ceb9fe1a85ec53n) & mask;
    return k ^ (k >> 33n);
  };
  let h1 = 0n;
  let h2 = 0n;
  const whole = bytes.length - (bytes.length % 16);
  for (let i = 0; i < whole; i += 16) {
    h1 = ((rotl(h1 ^ mix1(bytes.readBigUInt64LE(i)), 27n) + h2) * 5n + 0x52dce729n) & mask;
    h2 = ((rotl(h2 ^ mix2(bytes.readBigUInt64LE(i + 8)), 31n) + h1) * 5n + 0x38495ab5n) & mask;
  }
  const tail = Buffer.alloc(16);
  bytes.copy(tail, 0, whole);
  h2 ^= mix2(tail.readBigUInt64LE(8));
  h1 ^= mix1(tail.readBigUInt64LE(0));
  h1 ^= BigInt(bytes.length);
  h2 ^= BigInt(bytes.length);
  h1 = (h1 + h2) & mask;
  h2 = (h2 + h1) & mask;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 = (h1 + h2) & mask;
  h2 = (h2 + h1) & mask;
  const result = Buffer.alloc(16);
  result.writeBigUInt64LE(h1, 0);
  result.writeBigUInt64LE(h2, 8);
  return result;
}
