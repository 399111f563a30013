/** Compares with the bytes of other libraries. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StandingOutput } from '@weir/contract';
import type { OutputFormat } from '../forms/output-format.js';
import { float, IdValue, newNodeId, type Value, type ValueMap } from '@weir/model';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import { AVRO, PROTOBUF } from '../testing/foreign-results.js';
import { openEncoder, type ResultEncoder } from './result-encoder.js';

const SCHEMAS: Record<string, Uint8Array> = {
  'match.desc': Buffer.from(PROTOBUF.descriptorSet, 'base64'),
  'match.avsc': Buffer.from(AVRO.schema),
  'wrong.avsc': Buffer.from('{"type":"nothing"}'),
};
const environment = new TestEnvironment();

function open(format: OutputFormat): Promise<ResultEncoder> {
  return openEncoder(format, 'matches-value', {
    clock: environment.clock,
    outgoing: new OutgoingPolicy(OPEN_RULES),
    readSchema: where => {
      const schema = SCHEMAS[where];
      return schema === undefined ? Promise.reject(new Error(`no ${where}`)) : Promise.resolve(schema);
    },
  });
}

function resultOf(data: ValueMap): StandingOutput {
  return { data, isPositiveMatch: true, resultId: 'r' } as Partial<StandingOutput> as StandingOutput;
}

const BARE = { type: 'Bare' } as const;
const MATCH = { type: 'Protobuf', schemaUrl: 'match.desc', typeName: 'Match' } as const;
const ENVELOPE = { type: 'Protobuf', schemaUrl: 'match.desc', typeName: 'shop.Envelope' } as const;
const AVRO_FORMAT = { type: 'Avro', schemaUrl: 'match.avsc' } as const;

async function bytesOf(format: OutputFormat, data: ValueMap): Promise<string> {
  return Buffer.from((await open(format)).encode(resultOf(data), BARE)).toString('base64');
}

describe('Protobuf', () => {
  const full: ValueMap = {
    id: -9223372036854775808n,
    large: 9223372036854775807n,
    rate: 0.5,
    gift: true,
    note: 'näh',
    raw: Uint8Array.of(0, 255),
    state: 'PAID',
    items: [{ name: 'a', price: 1.5 }, { price: 2 }],
    tags: { '-2': 'two' },
    count: 0,
    numbers: [1, 9223372036854775807n],
    mail: null,
    phone: 7,
    elsewhere: 'no field of this',
  };

  test('encodes fields of all types like other libraries', async () => {
    expect(await bytesOf(MATCH, full)).toBe(PROTOBUF.match);
  });

  test('with the metadata of the result', async () => {
    const bytes = (await open(ENVELOPE)).encode(resultOf({ id: 1 }), { type: 'WithMetadata' });
    expect(Buffer.from(bytes).toString('base64')).toBe(PROTOBUF.envelope);
  });

  test.each<[ValueMap, RegExp]>([
    [{ id: 'one' }, /^id is string, not a 64-bit integer/],
    [{ id: 1.5 }, /^id/],
    [{ count: 2147483648 }, /^count/],
    [{ large: -1 }, /^large/],
    [{ rate: 9007199254740993n }, /^rate is integer, not an exact number/],
    [{ items: [{ name: 'a' }, { name: true }] }, /^items\[1\]\.name is boolean/],
    [{ tags: { x: 'y' } }, /^tags\.x/],
    [{ state: 'LOST' }, /^state/],
    [{ raw: 'text' }, /^raw is string, not bytes/],
    [{ items: {} }, /^items is map, not a list/],
    [{ note: [1] }, /^note/],
  ])('cannot represent %j', async (data, message) => {
    const encoder = await open(MATCH);
    expect(() => encoder.encode(resultOf(data), BARE)).toThrow(message);
  });
});

describe('Avro', () => {
  const full: ValueMap = {
    id: -9223372036854775808n,
    price: 2.5,
    items: [{ name: 'a', state: 'PAID' }, { name: 'b' }],
    tags: { x: -7 },
    raw: Uint8Array.of(0, 255),
    hash: Uint8Array.from(Buffer.from('ab')),
    elsewhere: 1,
  };

  test('encodes values of all types like other libraries', async () => {
    expect(await bytesOf(AVRO_FORMAT, full)).toBe(AVRO.match);
  });

  test('ids become strings, and integers use the branch of integers', async () => {
    const id = new IdValue(newNodeId(new TestEnvironment().random));
    const whole = await bytesOf(AVRO_FORMAT, { ...full, price: 2 });
    expect(await bytesOf(AVRO_FORMAT, { ...full, price: float(2) })).not.toBe(whole);
    expect(await bytesOf(AVRO_FORMAT, { ...full, note: id })).not.toBe(AVRO.match);
  });

  test.each<[Record<string, Value>, RegExp]>([
    [{ id: null }, /^id is null, not a 64-bit integer/],
    [{ price: 'x' }, /^price is string, not one of null, long, double/],
    [{ tags: { x: 2147483648 } }, /^tags\.x/],
    [{ hash: Uint8Array.of(1) }, /^hash/],
    [{ items: [{ name: 'a', state: 'LOST' }] }, /^items\[0\]\.state/],
  ])('cannot represent %j', async (fields, message) => {
    const encoder = await open(AVRO_FORMAT);
    expect(() => encoder.encode(resultOf({ ...full, ...fields }), BARE)).toThrow(message);
    const { id: _, ...others } = full;
    expect(() => encoder.encode(resultOf(others), BARE)).toThrow(/^id is missing/);
  });

  test('with a registry, the schema id precedes each value', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += String(piece)));
      request.on('end', () => {
        asked.push(`${request.method} ${request.url} ${(JSON.parse(text) as { schema: string }).schema}`);
        response.end('{"id":258}');
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const bytes = await bytesOf({ ...AVRO_FORMAT, schemaRegistry: { url } }, full);
    expect(bytes).toBe(
      Buffer.concat([Buffer.of(0, 0, 0, 1, 2), Buffer.from(AVRO.match, 'base64')]).toString('base64'),
    );
    expect(asked).toEqual([`POST /subjects/matches-value/versions ${AVRO.schema}`]);
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
});

test.each<OutputFormat>([
  { type: 'Protobuf', schemaUrl: 'match.desc', typeName: 'Nothing' },
  { type: 'Protobuf', schemaUrl: 'match.avsc', typeName: 'Match' },
  { type: 'Avro', schemaUrl: 'wrong.avsc' },
  { type: 'Avro', schemaUrl: 'absent.avsc' },
])('rejects %j', async format => {
  await expect(open(format)).rejects.toMatchObject({ code: 'output.invalid' });
});
