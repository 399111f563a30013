import { registerKinds } from './registry.js';
import { Kinds } from './kinds.js';

const folder = { type: 'acme.Folder' };

test('a kind is found by its type', () => {
  const kinds = new Kinds('source');
  kinds.add(folder, 'file:///a.mjs');
  expect(kinds.get('acme.Folder')).toBe(folder);
  expect(kinds.get('acme.Mail')).toBeUndefined();
  expect(kinds.all()).toEqual([folder]);
});

test('the same module may be loaded again, also after definitions were read', () => {
  const kinds = new Kinds('source');
  kinds.add(folder, 'file:///a.mjs');
  kinds.all();
  kinds.add({ type: 'acme.Folder' }, 'file:///a.mjs');
  expect(kinds.get('acme.Folder')).toBe(folder);
});

test('two modules with one type are refused', () => {
  const kinds = new Kinds('source');
  kinds.add(folder, 'file:///a.mjs');
  expect(() => kinds.add({ ...folder }, 'file:///b.mjs')).toThrow(
    "file:///b.mjs has a source 'acme.Folder', and so has file:///a.mjs. Rename one of them",
  );
});

test('a kind that comes after definitions were read is refused', () => {
  const kinds = new Kinds('source');
  kinds.all();
  expect(() => kinds.add(folder, 'file:///a.mjs')).toThrow(/comes too late/);
});

const complete = { type: 'acme.X', description: 'X', fields: () => ({}), open: () => ({}) };
test.each([
  ['without a namespace', { ...complete, type: 'Folder' }],
  ['without a type', { ...complete, type: undefined }],
  ['without fields', { ...complete, fields: undefined }],
  ['without open', { ...complete, open: undefined }],
])('a kind %s is refused with what it needs', (_, kind) => {
  for (const what of ['sources', 'destinations', 'stores'])
    expect(() => registerKinds({ [what]: [kind] }, 'file:///a.mjs')).toThrow(
      expect.objectContaining({ code: 'config.invalid', message: expect.stringContaining('is incomplete') }),
    );
});
