/** The pages docs/internals/add-a-*.md: what they show is what stands in `examples/`, and it keeps the contracts. */
import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIngestSource } from '@weir/plugins/conformance';
import { describeResultSink } from '@weir/plugins/conformance';
import { describePersistor } from '@weir/persistor/conformance';
import { openGraph, type StandingOutput } from '@weir/runtime';
import { projectFile } from '../support/project-file.js';
import { BoundedPersistorFactory } from './examples/bounded-store.js';
import { EmitterSink } from './examples/emitter-sink.js';
import { FolderSource } from './examples/folder-source.js';
import { codeBlocks, pages } from './markdown.js';

test.each([
  ['add-a-function.md', 'slug-function.ts'],
  ['add-a-source.md', 'folder-source.ts'],
  ['add-a-sink.md', 'emitter-sink.ts'],
  ['add-a-store.md', 'bounded-store.ts'],
])('%s shows %s', async (page, file) => {
  const shown = codeBlocks(pages().find(({ path }) => path === `docs/internals/${page}`)!);
  expect(shown.find(({ language }) => language === 'ts')?.text).toBe(
    await readFile(projectFile(`test/docs/examples/${file}`), 'utf8'),
  );
});

test('the function is known to queries', async () => {
  const module = new URL('./examples/slug-function.js', import.meta.url).href;
  const graph = await openGraph({ workers: 0, extensions: [{ module, options: {} }] });
  const run = await graph.query(
    `RETURN text.slug('Straße, 7 b!'), text.slug('a b', '_'), text.slug(null), text.slug('')`,
  );
  expect(await run.rows()).toEqual([['straße-7-b', 'a_b', null, '']]);
  await expect((await graph.query('RETURN text.slug(7)')).rows()).rejects.toThrow('text.slug');
  await graph.close();
});

const NAMES = ['a.json', 'b.json', 'c d.json', 'é.json', 'z.json'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-folder-'));
  for (const name of NAMES) await writeFile(join(folder, name), '');
});
afterAll(() => rm(folder, { recursive: true }));

describeIngestSource('a folder', () => ({
  make: () => new FolderSource(folder),
  records: [...NAMES].sort(),
}));

describeResultSink('an emitter', () => {
  const emitter = new EventEmitter();
  const seen: number[] = [];
  emitter.on('result', ({ data }: StandingOutput) => seen.push(data['n'] as number));
  return { make: () => new EmitterSink(emitter), arrived: () => seen };
});

describePersistor('bounded', () => new BoundedPersistorFactory(1e9));

test('a full store refuses and keeps what it has', async () => {
  const store = await new BoundedPersistorFactory(8).open('shard-0');
  const entry = (time: number, size: number) => ({
    id: 'some-node-id-000' as never,
    time,
    bytes: new Uint8Array(size),
  });
  await store.write({ journal: [entry(1, 6)] });
  await expect(store.write({ journal: [entry(2, 6)] })).rejects.toMatchObject({ code: 'store.failed' });
  await store.write({ journal: [entry(3, 2)] });
  expect((await store.readJournal('some-node-id-000' as never, 0)).map(({ time }) => time)).toEqual([1, 3]);
});
