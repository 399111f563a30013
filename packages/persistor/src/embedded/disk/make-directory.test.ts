import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofTier } from '@weir/platform/testing';
import { makeDirectory } from './make-directory.js';

const ROUNDS = ofTier({ fast: 50, nightly: 300 });

test('creates several directories concurrently below missing ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-directories-'));
  const names = ['a', 'b', 'c'];
  for (let round = 0; round < ROUNDS; round++) {
    const above = join(folder, String(round), 'x', 'y');
    await Promise.all(names.map(name => makeDirectory(join(above, name))));
    expect((await readdir(above)).sort()).toEqual(names);
  }
  await rm(folder, { recursive: true });
});
