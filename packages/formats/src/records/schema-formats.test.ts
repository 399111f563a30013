/** Compares with the bytes of other libraries. */
import { create, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { float, type Value } from '@weir/model';
import { AVRO, PROTOBUF } from '../testing/foreign-records.js';
import type { SchemaFormatOptions } from './format-options.js';
import { readerOf, recordFormat } from './schema-formats.js';
import type { SlowRecordFormat } from '@weir/contract';

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
const protobuf = (typeName: string): SchemaFormatOptions => ({
  kind: 'protobuf',
  decoders: [],
  schema: bytesOf(PROTOBUF.descriptorSet),
  typeName,
});
const avro = (schema: string): SchemaFormatOptions => ({
  kind: 'avro',
  decoders: [],
  schema: Buffer.from(schema),
});

describe('Protobuf', () => {
  test.each(['shop.Order', 'Order'])(
    'reads a message with fields of all types, by the name %s',
    async name => {
      const read = await readerOf(protobuf(name));
      expect(read(bytesOf(PROTOBUF.full))).toEqual({
        id: -9223372036854775808n,
        large: 9223372036854775807n,
        total: float(2),
        rate: 0.5,
        gift: true,
        note: 'näh',
        raw: Uint8Array.of(0, 255),
        state: 'PAID',
        first: { name: 'a', price: 1.5 },
        items: [
          { name: 'b', price: float(0) },
          { name: 'c', price: float(3) },
        ],
        tags: { '1': 'one', '-2': 'two' },
        phone: 7,
        below: -3,
        numbers: [1, 9223372036854775806n],
        by_name: { x: { name: 'y', price: float(0) } },
      });
    },
  );

  test('absent fields have their default, or are omitted if presence is tracked', async () => {
    const read = await readerOf(protobuf('shop.Order'));
    expect(read(new Uint8Array())).toEqual({
      id: 0,
      large: 0,
      total: float(0),
      rate: float(0),
      gift: false,
      note: '',
      raw: new Uint8Array(),
      state: 'NEW',
      items: [],
      tags: {},
      below: 0,
      numbers: [],
      by_name: {},
    });
  });

  test.each([
    ['Empty', /may be shop.Empty or store.Empty/],
    ['Nothing', /no message 'Nothing'/],
  ])('rejects the name %s', async (name, message) => {
    await expect(readerOf(protobuf(name))).rejects.toMatchObject({
      code: 'ingest.invalid',
      message: expect.stringMatching(message) as string,
    });
  });

  test('rejects an invalid descriptor set', async () => {
    const schema = Buffer.from('syntax = "proto3";');
    await expect(readerOf({ ...protobuf('Order'), schema })).rejects.toMatchObject({
      code: 'ingest.invalid',
    });
  });
});

test('keys that are special on an object are ordinary keys of a record', async () => {
  const fields = [
    { name: '__proto__', number: 1, type: FieldDescriptorProto_Type.INT32 },
    { name: 'constructor', number: 2, type: FieldDescriptorProto_Type.INT32 },
    {
      name: 'tags',
      number: 3,
      type: FieldDescriptorProto_Type.MESSAGE,
      typeName: '.M.TagsEntry',
      label: FieldDescriptorProto_Label.REPEATED,
    },
  ];
  const nestedType = [
    {
      name: 'TagsEntry',
      options: { mapEntry: true },
      field: [
        { name: 'key', number: 1, type: FieldDescriptorProto_Type.STRING },
        { name: 'value', number: 2, type: FieldDescriptorProto_Type.INT32 },
      ],
    },
  ];
  const file = [
    { name: 'm.proto', syntax: 'proto3', messageType: [{ name: 'M', field: fields, nestedType }] },
  ];
  const schema = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  const key = Buffer.from('__proto__');
  const message = [0x08, 5, 0x10, 6, 0x1a, key.length + 4, 0x0a, key.length, ...key, 0x10, 7];
  const ofProtobuf = await readerOf({ ...protobuf('M'), schema });
  const text = '{"__proto__":5,"constructor":6,"tags":{"__proto__":7}}';
  expect(JSON.stringify(ofProtobuf(Uint8Array.from(message)))).toBe(text);

  const names = [
    { name: '__proto__', type: 'int' },
    { name: 'constructor', type: 'int' },
    { name: 'tags', type: { type: 'map', values: 'int' } },
  ];
  const ofAvro = await readerOf(avro(JSON.stringify({ type: 'record', name: 'M', fields: names })));
  const record = Uint8Array.of(10, 12, 2, key.length * 2, ...key, 14, 0);
  expect(JSON.stringify(ofAvro(record))).toBe(text);
});

describe('Avro', () => {
  const order = {
    id: -9223372036854775808n,
    count: 3,
    total: float(2),
    rate: 0.5,
    gift: true,
    note: 'näh',
    none: null,
    state: 'PAID',
    raw: Uint8Array.of(0, 255),
    hash: Uint8Array.from(Buffer.from('ab')),
    items: [
      { name: 'b', price: 1.5 },
      { name: 'c', price: 3 },
    ],
    tags: { x: 9223372036854775806n },
  };

  test('reads a record with values of all types, including itself', async () => {
    const read = await readerOf(avro(AVRO.schema));
    const next = { ...order, note: null, none: 5, next: null };
    expect(read(bytesOf(AVRO.full))).toEqual({ ...order, next });
  });

  test.each(['"null"', '"int"', '{"type":"array","items":"null"}'])(
    'a few bytes do not allocate billions of %s',
    async items => {
      for (const [kind, of] of [
        ['array', 'items'],
        ['map', 'values'],
      ]) {
        const read = await readerOf(avro(`{"type":"${kind}","${of}":${items}}`));
        expect(() => read(Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 2, 4))).toThrow(/claims/);
        // A negative count is followed by a size.
        expect(() => read(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 2, 4))).toThrow(/claims/);
      }
      const nulls = await readerOf(avro('{"type":"array","items":"null"}'));
      expect(nulls(Uint8Array.of(4, 0))).toEqual([null, null]);
    },
  );

  test.each(['', '{"type":"nothing"}'])('rejects the schema %j', async schema => {
    await expect(readerOf(avro(schema))).rejects.toMatchObject({ code: 'ingest.invalid' });
  });
});

test('rejects invalid records one by one; decoders and transformations work as usual', async () => {
  const good = Buffer.from(PROTOBUF.full);
  const records = [good, Buffer.from('!'), Buffer.from(PROTOBUF.tooLarge), Buffer.from('/////w=='), good];
  const bounds = new Uint32Array(records.length * 2);
  let at = 0;
  records.forEach((record, i) => {
    bounds[2 * i] = at;
    bounds[2 * i + 1] = at += record.length;
  });
  const accepted: [Value, number][] = [];
  const rejected: number[] = [];
  const options = { ...protobuf('Order'), decoders: ['BASE64'], transformation: 'that => that.first.name' };
  const format = (await recordFormat(options, { now: () => 0 })) as SlowRecordFormat;
  await format.parseSome(
    { bytes: Buffer.concat(records), bounds, firstPosition: 0 },
    (value, index) => accepted.push([value, index]),
    index => rejected.push(index),
  );
  expect(accepted).toEqual([
    ['a', 0],
    ['a', 4],
  ]);
  expect([...rejected].sort()).toEqual([1, 2, 3]);
});
