import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mendLastLine } from './mend-last-line.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-mend-'));
});
afterEach(() => rm(directory, { recursive: true }));

const LONG = JSON.stringify({ text: 'x'.repeat(200_000) });

test.each<[name: string, before: string, after: string]>([
  ['nothing', '', ''],
  ['whole lines', '{"n":1}\n{"n":2}\n', '{"n":1}\n{"n":2}\n'],
  ['a torn line', '{"n":1}\n{"n":', '{"n":1}\n'],
  ['a torn character', '{"n":1}\n{"n":"\u00e9'.slice(0, -1), '{"n":1}\n'],
  ['nothing but a torn line', '{"n":', ''],
  ['a long torn line', `{"n":1}\n${LONG.slice(0, -1)}`, '{"n":1}\n'],
  ['a whole line without its break', `{"n":1}\n${LONG}`, `{"n":1}\n${LONG}\n`],
  ["somebody else's text", 'my notes', 'my notes\n'],
])('%s', async (_, before, after) => {
  const path = join(directory, 'file.jsonl');
  await writeFile(path, before);
  await mendLastLine(path);
  expect(await readFile(path, 'utf8')).toBe(after);
});

test('leaves a missing file, and anything that is not a regular file, alone', async () => {
  await mendLastLine(join(directory, 'missing'));
  await mendLastLine(directory);
  await mendLastLine('/dev/null');
});
