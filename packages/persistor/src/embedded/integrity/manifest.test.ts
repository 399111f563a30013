import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { parseManifest, readManifest } from './manifest.js';

let location: string;
beforeEach(async () => void (location = await mkdtemp(join(tmpdir(), 'weir-manifest-'))));
afterEach(() => rm(location, { recursive: true, force: true }));

/** Tables on several levels, some of them compacted away. */
async function fill(): Promise<void> {
  const level = new ClassicLevel<string, string>(location, { writeBufferSize: 64 << 10 });
  for (let round = 0; round < 6; round++) {
    await level.batch(
      Array.from({ length: 200 }, (_, i) => ({
        type: 'put' as const,
        key: `key ${(i * 7 + round) % 300}`,
        value: `${round} ${Math.imul(i + 1, 2654435761)}`.repeat(60),
      })),
    );
    if (round === 3) await level.compactRange('key', 'key~');
  }
  await level.close();
}

test('after opening, the manifest lists exactly the tables of the directory, with their sizes', async () => {
  await fill();
  // Opening removes tables that the manifest does not list.
  const level = new ClassicLevel<string, string>(location);
  await level.open();
  const manifest = (await readManifest(location))!;
  const files = (await readdir(location)).filter(name => name.endsWith('.ldb'));
  const sizes = new Map<number, number>();
  for (const name of files) sizes.set(parseInt(name), (await stat(join(location, name))).size);
  expect(sizes.size).toBeGreaterThan(0);
  expect(new Map([...manifest.tables.values()].map(({ number, size }) => [number, size]))).toEqual(sizes);
  const logs = (await readdir(location)).filter(name => name.endsWith('.log'));
  expect(logs.map(name => parseInt(name))).toEqual([manifest.firstLog]);
  await level.close();
});

test('returns earlier content, or none, if cut off anywhere', async () => {
  await fill();
  const { name, tables } = (await readManifest(location))!;
  const bytes = await readFile(join(location, name));
  for (let length = 0; length < bytes.length; length += 13) {
    const cut = parseManifest(name, bytes.subarray(0, length));
    expect(cut).toBeDefined();
  }
  expect(parseManifest(name, bytes)!.tables).toEqual(tables);
});

test('returns nothing if CURRENT is missing or does not name a manifest', async () => {
  expect(await readManifest(location)).toBeUndefined();
});
