/** PackStream against the implementation of the official driver, and the chunks of messages. */
import { createRequire } from 'node:module';
import { float, integer, isInteger, type Value } from '@weir/model';
import { fc } from '@weir/platform/testing/properties';
import { valueArbitrary } from '@weir/model/value-arbitrary';
import { valueOfStructure } from '../values/value-structures.js';
import { ValueWriter } from '../values/value-writer.js';
import { ChunkReader } from './chunk-reader.js';
import { MessageWriter } from './message-writer.js';
import { PackReader } from './pack-reader.js';

/** The parts of the driver's package that are used; it has no types. */
interface Driver {
  readonly packstream: {
    readonly v2: {
      readonly Packer: new (out: unknown) => { packable(value: unknown): () => void };
      readonly Unpacker: new (
        isLossless: boolean,
        usesBigInt: boolean,
      ) => { unpack(input: unknown): unknown };
    };
  };
}
interface DriverBuffer {
  readonly position: number;
  readonly length: number;
  reset(): void;
  readUInt8(): number;
  writeUInt8(byte: number): void;
}
const require = createRequire(import.meta.url);
const { packstream } = require('neo4j-driver-bolt-connection') as Driver;
const { alloc } = require('neo4j-driver-bolt-connection/lib/channel/channel-buf') as {
  alloc(size: number): DriverBuffer;
};

const TAG = 0x71;

function written(value: Value, usesUtc = true): Buffer {
  const out = new MessageWriter();
  out.begin(TAG, 1);
  new ValueWriter(out, { hasElementIds: true, usesUtc }).write(value);
  out.end();
  return out.take();
}

function read(bytes: Buffer): Value {
  const messages: Buffer[] = [];
  new ChunkReader(Infinity, message => messages.push(message)).add(bytes);
  const { tag, fields } = new PackReader(messages[0]!, valueOfStructure).message();
  expect([messages.length, tag, fields.length]).toEqual([1, TAG, 1]);
  return fields[0]!;
}

const plain: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(value => integer(value)!),
    fc.integer(),
    fc.double({ noNaN: true }).map(float),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.array(tie('value'), { maxLength: 20 }),
    fc.dictionary(fc.string({ maxLength: 20 }), tie('value'), { maxKeys: 20, noNullPrototype: true }),
  ),
})).value;

/** The value as the driver with `useBigInt` has it. */
function theirs(value: Value): unknown {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return value.map(theirs);
    if (value.constructor.name === 'Float') return (value as { value: number }).value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, theirs(item as Value)]));
  }
  return isInteger(value) ? BigInt(value) : value;
}

test('the driver reads what is written here', () => {
  fc.assert(
    fc.property(plain, value => {
      const bytes = written(value);
      const payload: number[] = [];
      new ChunkReader(Infinity, message => payload.push(...message.subarray(2))).add(bytes);
      const buffer = alloc(payload.length);
      for (const byte of payload) buffer.writeUInt8(byte);
      buffer.reset();
      expect(new packstream.v2.Unpacker(false, true).unpack(buffer)).toEqual(theirs(value));
    }),
  );
});

test('what the driver writes is read here', () => {
  fc.assert(
    fc.property(plain, value => {
      const buffer = alloc(1_000_000);
      new packstream.v2.Packer(buffer).packable(theirs(value))();
      const end = buffer.position;
      buffer.reset();
      const payload = Array.from({ length: end }, () => buffer.readUInt8());
      const message = new PackReader(Buffer.from([0xb1, TAG, ...payload]), valueOfStructure).message();
      const again = written(message.fields[0]!);
      expect(again).toEqual(written(value));
    }),
  );
});

test.each([true, false])('values survive, with times in UTC: %s', usesUtc => {
  fc.assert(
    fc.property(valueArbitrary(fc), value => {
      const bytes = written(value, usesUtc);
      let again: Value;
      try {
        again = read(bytes);
      } catch (error) {
        // Nodes, relationships and paths are not accepted back.
        expect((error as Error).message).toContain('cannot be a parameter');
        return;
      }
      expect(written(again, usesUtc)).toEqual(bytes);
    }),
  );
});

test.each([0, 1, 65_530, 65_535, 65_536, 131_070, 131_071, 500_000])('splits a text of %i bytes', size => {
  const text = 'x'.repeat(size);
  const bytes = Buffer.concat([Buffer.alloc(2), written(text), written([text])]);
  const messages: Buffer[] = [];
  const reader = new ChunkReader(Infinity, message => messages.push(message));
  for (let at = 0; at < bytes.length; at += 999) reader.add(bytes.subarray(at, at + 999));
  expect(messages.map(message => new PackReader(message, valueOfStructure).message().fields)).toEqual([
    [text],
    [[text]],
  ]);
});
