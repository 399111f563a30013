import { columnsOf, valueAt } from './record-table.js';

test('a column for each value, also of nested maps, with its types', () => {
  const records = [
    { id: 1, user: { name: 'Ada', tags: ['a'] }, note: null },
    null,
    { id: 2, user: { name: 'Ben', tags: [] }, more: true },
  ];
  expect(columnsOf(records).map(({ path, types, isUnique }) => [path.join('.'), types, isUnique])).toEqual([
    ['id', 'number', true],
    ['user.name', 'text', true],
    ['user.tags', 'list', false],
    ['note', 'null or missing', false],
    ['more', 'missing or boolean', false],
  ]);
  expect(valueAt(records[0], ['user', 'name'])).toBe('Ada');
  expect(valueAt(records[1], ['user', 'name'])).toBeUndefined();
});

test('records other than maps are one column', () => {
  expect(columnsOf(['x', 'x'])).toEqual([{ path: [], types: 'text', isUnique: false }]);
});

test('keys of prototypes are keys', () => {
  const [record] = JSON.parse('[{"__proto__": 1, "constructor": 2}]') as [object];
  expect(columnsOf([record]).map(({ path }) => path)).toEqual([['__proto__'], ['constructor']]);
  expect(valueAt({}, ['constructor'])).toBeUndefined();
});
