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
  expect(missingIn(list(kinds, 1), { to: [] })).toEqual(['to']);
  expect(missingIn(list(kinds, 1), { to: [{ type: 'File' }] })).toEqual([]);
  expect(missingIn(list(kinds), { to: [] })).toEqual([]);
});
