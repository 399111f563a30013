import { avroSkipper, avroType } from './avro-type.js';

const record = (name: string, ...types: readonly unknown[]): object => ({
  type: 'record',
  name,
  fields: types.map((type, i) => ({ name: `f${i}`, type })),
});

/** Each record contains the previous one twice. */
function doubled(depth: number, first: object): object {
  let schema = record('R0', first);
  for (let i = 1; i <= depth; i++) schema = record(`R${i}`, schema, `R${i - 1}`);
  return schema;
}

test.each<[what: string, schema: object, reason: string]>([
  ['of no bytes at all', doubled(40, record('Nothing')), "'R5' has far more values than bytes"],
  ['of nulls', doubled(40, { type: 'null' }), "'R5' has far more values than bytes"],
  ['of fixed values without bytes', doubled(40, { type: 'fixed', name: 'F', size: 0 }), "'R5' has far more"],
  [
    'as elements',
    { type: 'array', items: record('Many', ...new Array<string>(100).fill('null')) },
    "'Many' has far more values than bytes",
  ],
  [
    'as a branch',
    ['null', { type: 'map', values: doubled(9, { type: 'null' }) }] as object,
    'far more values',
  ],
  ['behind the record itself', record('A', ['null', 'A'], doubled(9, { type: 'null' })), 'far more values'],
  ['that ends nowhere', record('A', 'A'), "'A' contains itself without end"],
])('rejects a schema that turns a few bytes into very many values: %s', (_, schema, reason) => {
  const text = JSON.stringify(schema);
  expect(() => avroType({ schema: text })).toThrow(reason);
  expect(() => avroSkipper({ schema: text })).toThrow(reason);
});

test.each<[what: string, schema: object]>([
  ['many fields', record('Wide', ...new Array<string>(5_000).fill('int'))],
  ['many that may be null', record('Wide', ...new Array<string[]>(5_000).fill(['null', 'string']))],
  ['a list that is a record in a record', record('Node', 'long', ['null', 'Node'])],
  ['a tree', record('Tree', { type: 'array', items: 'Tree' }, { type: 'map', values: 'Tree' })],
  ['markers without fields', ['null', record('Ping'), record('Pong')] as object],
  ['records that are named again and again', doubled(12, { type: 'int' })],
])('accepts others: %s', (_, schema) => {
  expect(() => avroType({ schema: JSON.stringify(schema) })).not.toThrow();
});
