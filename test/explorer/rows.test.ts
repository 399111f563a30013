/** The page on testing says which test shows what of the pages: each is there. */
import { readFileSync } from 'node:fs';
import { projectFile } from '../support/project-file.js';

const page = readFileSync(projectFile('docs/internals/testing.md'), 'utf8');
const table = /^## Pages$([\s\S]*?)^## /m.exec(page)![1]!;
const rows = [...table.matchAll(/^\| (.+) \| (\w+): (.+) \|$/gm)].map(([, row, suite, test]) => [
  row!,
  suite!,
  test!,
]);

test('there is a table', () => expect(rows.length).toBeGreaterThan(30));

test.each(rows)('%s', (_row, suite, test) => {
  const source = readFileSync(projectFile(`test/explorer/${suite}.full.test.ts`), 'utf8');
  const names = [...source.matchAll(/\btest(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*'([^']*)'/g)].map(
    ([, name]) => name,
  );
  expect(names.filter(name => name!.startsWith(test))).not.toEqual([]);
});
