import { fieldOf, initialOf, missingIn } from './form-field.js';

const list = (items: object, minItems?: number) =>
  fieldOf(
    {
      type: 'object',
      required: ['to'],
      properties: { to: { type: 'array', items, ...(minItems ? { minItems } : {}) } },
    },
    {},
  );
const kinds = {
  oneOf: [
    { type: 'object', required: ['type'], properties: { type: { type: 'string', enum: ['Console'] } } },
    { type: 'object', required: ['type'], properties: { type: { type: 'string', enum: ['File'] } } },
  ],
};

test('a list that requires an item starts with one, if it has an initial value', () => {
  expect(initialOf(list(kinds, 1))).toEqual({ to: [{ type: 'Console' }] });
  expect(initialOf(list({ type: 'string' }, 1))).toEqual({ to: [] });
  expect(initialOf(list(kinds))).toEqual({ to: [] });
});

test('reports a list with too few items as missing', () => {
  expect(missingIn(list(kinds, 1), { to: [] })).toEqual([{ path: 'to', label: 'To' }]);
  expect(missingIn(list(kinds, 1), { to: [{ type: 'File' }] })).toEqual([]);
  expect(missingIn(list(kinds), { to: [] })).toEqual([]);
});

test('labels come from the document, else from the names; help is plain text', () => {
  const field = fieldOf(
    {
      type: 'object',
      properties: {
        maxPerSecond: { type: 'integer', description: 'At most `1000`' },
        path: { type: 'string', 'x-label': 'Path on the server' },
        mode: { type: 'string', enum: ['KEEP_ALL'], 'x-value-labels': { KEEP_ALL: 'All of them' } },
      },
    },
    {},
  );
  expect(field).toMatchObject({
    properties: [
      { label: 'Max per second', field: { description: 'At most 1000' } },
      { label: 'Path on the server' },
      { field: { choices: [{ value: 'KEEP_ALL', label: 'All of them' }] } },
    ],
  });
});

test('a boolean with three meanings is a choice', () => {
  const labels = { '': 'Some', true: 'All', false: 'None' };
  expect(fieldOf({ type: 'boolean', 'x-value-labels': labels }, {})).toMatchObject({
    kind: 'choice',
    choices: [
      { value: undefined, label: 'Some' },
      { value: true, label: 'All' },
      { value: false, label: 'None' },
    ],
  });
});

test('common alternatives come first, in their order, and the first one is chosen', () => {
  const kind = (type: string, more = {}) => ({
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', enum: [type] } },
    ...more,
  });
  const field = fieldOf(
    {
      oneOf: [
        kind('Rare'),
        kind('Second', { 'x-common': 2 }),
        kind('First', { 'x-common': 1, 'x-label': 'The first' }),
      ],
    },
    {},
  );
  expect(field).toMatchObject({
    variants: [
      { name: 'First', label: 'The first', isCommon: true },
      { name: 'Second', label: 'Second', isCommon: true },
      { name: 'Rare', label: 'Rare', isCommon: false },
    ],
  });
  expect(initialOf(field)).toEqual({ type: 'First' });
});
