/** Checks statements of the pages about the code: file names and limits. Decision records are not updated. */
import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../support/project-file.js';
import { pages } from './markdown.js';

const PAGES = pages().filter(({ path }) => !path.startsWith('docs/adr/'));
/** Including the folder that was searched. */
const FILES = [
  ...readdirSync(projectFile('')),
  ...['packages', 'apps', 'test', 'scripts', 'bench'].flatMap(folder =>
    readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  ),
];

test.each(PAGES.map(page => [page.path, page.text]))('%s names existing files', (_path, text) => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(match => match[1]!);
  const missing = named.filter(name => !FILES.some(file => `/${file}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});

test('queues.md states the limits of the code', () => {
  const { text } = PAGES.find(({ path }) => path === 'docs/internals/queues.md')!;
  const limits = [...text.matchAll(/`([A-Z_]+)` ([\d,]+)[^|`]*?\(\.\.\/\.\.\/([^)]+)\)/g)];
  expect(limits.length).toBeGreaterThan(8);
  for (const [, name, value, file] of limits) {
    const code = new RegExp(`const ${name!} = ([\\d_ *]+);`).exec(readFileSync(projectFile(file!), 'utf8'));
    const factors = code?.[1]!.replaceAll('_', '').split('*').map(Number);
    const product = factors?.reduce((a, b) => a * b, 1);
    expect([name, product]).toEqual([name, Number(value!.replaceAll(',', ''))]);
  }
});
