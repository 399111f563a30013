import { registerKinds } from './registry.js';
import { Kinds } from './kinds.js';

const folder = { type: 'acme.Folder' };

test('finds a kind by its type', () => {
  const kinds = new Kinds('source');
  kinds.add(folder, 'file:///a.mjs');
  expect(kinds.get('acme.Folder')).toBe(folder);
  expect(kinds.get('acme.Mail')).toBeUndefined();
  expect(kinds.all()).toEqual([folder]);
});

test('accepts the same module again, even after definitions were read', () => {
  const kinds = new Kinds('source');
  kinds.add(folder, 'file:///a.mjs');
  kinds.all();
  kinds.add({ type: 'acme.Folder' }, 'file:///a.mjs');
  expect(kinds.get('acme.Folder')).toBe(folder);
});

test('rejects two modules with the same type', () => {
  const kinds = new Kinds('source');
  kinds.add(folder, 'file:///a.mjs');
  expect(() => kinds.add({ ...folder }, 'file:///b.mjs')).toThrow(
    "file:///b.mjs has a source 'acme.Folder', and so has file:///a.mjs. Rename one of them",
  );
});

test('rejects a kind that is added after definitions were read', () => {
  const kinds = new Kinds('source');
  kinds.all();
  expect(() => kinds.add(folder, 'file:///a.mjs')).toThrow(/was added too late/);
});

const complete = { type: 'acme.X', description: 'X', fields: () => ({}), open: () => ({}) };
test.each([
  ['without a namespace', { ...complete, type: 'Folder' }],
  ['without a type', { ...complete, type: undefined }],
  ['without fields', { ...complete, fields: undefined }],
  ['without open', { ...complete, open: undefined }],
])('rejects a kind %s and names the missing part', (_, kind) => {
  for (const what of ['sources', 'destinations', 'stores'])
    expect(() => registerKinds({ [what]: [kind] }, 'file:///a.mjs')).toThrow(
      expect.objectContaining({ code: 'config.invalid', message: expect.stringContaining('is incomplete') }),
    );
});
