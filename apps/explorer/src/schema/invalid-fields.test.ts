import { fieldOf } from './form-field.js';
import { missingFields, stillInvalid } from './invalid-fields.js';

const MISSING = 'required';
const form = fieldOf(
  {
    type: 'object',
    required: ['name', 'source'],
    properties: {
      name: { type: 'string' },
      source: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
      limit: { type: 'integer' },
    },
  },
  {},
);

test('a required field is no longer invalid once it has a value', () => {
  const empty = { source: {} };
  const invalid = missingFields(form, empty, MISSING);
  expect([...invalid.keys()]).toEqual(['name', 'source.path']);
  const named = { name: 'a', source: {} };
  const one = stillInvalid(invalid, form, empty, named, MISSING);
  expect([...one.keys()]).toEqual(['source.path']);
  expect([...stillInvalid(one, form, named, { name: 'a', source: { path: 'b' } }, MISSING)]).toEqual([]);
});

test('a rejected value is invalid until it changes', () => {
  const value = { name: 'a', source: { path: 'x' }, limit: -1 };
  const invalid = new Map([['limit', 'must be at least 1']]);
  const renamed = { ...value, name: 'b' };
  expect(stillInvalid(invalid, form, value, renamed, MISSING)).toBe(invalid);
  expect(stillInvalid(invalid, form, renamed, { ...renamed, limit: 2 }, MISSING).size).toBe(0);
});
