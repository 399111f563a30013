/** Checks that code shown on pages equals the project's files. */
import { readFile } from 'node:fs/promises';
import { openGraph } from '@weir/runtime';
import { projectFile } from '../support/project-file.js';
import { codeBlocks, pages } from './markdown.js';

test.each([
  ['docs/internals/add-a-function.md', 'test/docs/examples/slug-function.ts'],
  ['docs/guides/extensions.md', 'examples/folder-source.mjs'],
  ['docs/guides/extensions.md', 'examples/key-value-format.mjs'],
  ['docs/guides/extensions.md', 'examples/tcp-lines-destination.mjs'],
  ['docs/guides/extensions.md', 'examples/bounded-store.mjs'],
])('%s shows %s', async (page, file) => {
  const shown = codeBlocks(pages().find(({ path }) => path === page)!).map(({ text }) => text);
  expect(shown).toContain(await readFile(projectFile(file), 'utf8'));
});

test('queries can call the function', async () => {
  const module = new URL('./examples/slug-function.js', import.meta.url).href;
  const graph = await openGraph({ workers: 0, extensions: [{ module, options: {} }] });
  const run = await graph.query(
    `RETURN text.slug('Straße, 7 b!'), text.slug('a b', '_'), text.slug(null), text.slug('')`,
  );
  expect(await run.rows()).toEqual([['straße-7-b', 'a_b', null, '']]);
  await expect((await graph.query('RETURN text.slug(7)')).rows()).rejects.toThrow('text.slug');
  await graph.close();
});
