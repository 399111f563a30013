import type { MetadataStore } from '@weir/contract';
import type { Environment } from '@weir/platform';
import { SharedScenes } from './shared-scenes.js';

const SCENE = { name: 'b', layout: 'force', canvas: '{"nodes":[],"edges":[]}' } as const;

function storeOf(entries: Map<string, unknown>): MetadataStore {
  return {
    get: key => Promise.resolve(entries.get(key)),
    put: (key, value) => Promise.resolve(void entries.set(key, structuredClone(value))),
    delete: key => Promise.resolve(void entries.delete(key)),
    keys: () => Promise.resolve([...entries.keys()]),
  };
}

test('keeps scenes and their authors for the next process, and removes everything of a deleted one', async () => {
  let ids = 0;
  const environment = {
    clock: { now: () => 1000 },
    random: { uuid: () => `id-${++ids}` },
  } as unknown as Environment;
  const entries = new Map<string, unknown>();
  const before = new SharedScenes(storeOf(entries), environment);
  await before.create(SCENE, 'ada');
  await before.create({ ...SCENE, name: 'a' }, undefined);
  const after = new SharedScenes(storeOf(entries), environment);
  expect(await after.list()).toEqual([
    { id: 'id-2', name: 'a', nodeCount: 0, savedAt: '1970-01-01T00:00:01.000Z' },
    { id: 'id-1', name: 'b', nodeCount: 0, savedAt: '1970-01-01T00:00:01.000Z', author: 'ada' },
  ]);
  expect(await after.get('id-1')).toMatchObject(SCENE);
  await after.delete('id-1');
  await after.delete('id-2');
  expect([...entries]).toEqual([['scenes', []]]);
});
