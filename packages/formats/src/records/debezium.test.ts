import type { Value } from '@weir/model';
import { debeziumChange } from './debezium.js';

const SOURCE = {
  connector: 'postgresql',
  db: 'shop',
  schema: 'public',
  table: 'orders',
  ts_ms: 1_700_000_000_123,
};
const ROW = { id: 1, status: 'paid' };
const BEFORE = { id: 1, status: 'new' };
const COMMON = {
  database: 'shop',
  schema: 'public',
  table: 'orders',
  time: '2023-11-14T22:13:20.123Z',
  source: SOURCE,
};

test.each<[op: string, before: Value, after: Value, expected: object]>([
  ['c', null, ROW, { operation: 'insert', new: ROW }],
  ['r', null, ROW, { operation: 'read', new: ROW }],
  ['u', BEFORE, ROW, { operation: 'update', new: ROW, old: BEFORE }],
  ['u', null, ROW, { operation: 'update', new: ROW }],
  ['d', BEFORE, null, { operation: 'delete', old: BEFORE }],
  ['t', null, null, { operation: 'truncate' }],
])('unwraps %s, with and without a schema', (op, before, after, expected) => {
  const event = { before, after, source: SOURCE, op, ts_ms: 1, transaction: null };
  expect(debeziumChange(event)).toEqual({ ...COMMON, ...expected });
  expect(debeziumChange({ schema: { type: 'struct' }, payload: event })).toEqual({ ...COMMON, ...expected });
});

test('reads events of databases without schemas, and of collections', () => {
  const source = { connector: 'mongodb', db: 'shop', collection: 'orders' };
  expect(debeziumChange({ op: 'c', after: '{"_id":1}', source, ts_ms: 0 })).toEqual({
    operation: 'insert',
    database: 'shop',
    table: 'orders',
    time: '1970-01-01T00:00:00.000Z',
    new: '{"_id":1}',
    source,
  });
});

test.each<[Value]>([[null], [{ schema: {}, payload: null }]])('skips the tombstone %j', value => {
  expect(debeziumChange(value)).toBeUndefined();
});

test.each<[Value]>([['text'], [[1]], [{ id: 1, status: 'paid' }], [{ op: 'x' }], [{ op: 'toString' }]])(
  'rejects %j',
  value => {
    expect(() => debeziumChange(value)).toThrow(/Debezium change event/);
  },
);
