import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputFilePolicy } from './output-file-policy.js';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'weir-output-policy-')));
  for (const folder of ['work', 'work/sub', 'other', 'workshop', 'work/data', 'work/data/meta'])
    await mkdir(join(root, folder));
  await writeFile(join(root, 'other/there.jsonl'), '');
  await symlink(join(root, 'work/data/meta'), join(root, 'work/inside'));
  const files = {
    'script.sh': '#!/bin/sh\necho\n',
    'package.json': '{\n  "name": "x"\n}\n',
    'one-line.json': '{"name":"x"}',
    'block.sh': '{ echo; }\n',
    'table.csv': 'a,b\n1,2\n',
    'lines.jsonl': '{"a":1}\n{"a":2}\n',
    'torn.jsonl': '{"a":1,"b',
    'long.jsonl': `{"a":"${'x'.repeat(100_000)}"}\n`,
    'data/meta/CURRENT': 'MANIFEST-000004\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, 'work', name), text);
  execFileSync('mkfifo', [join(root, 'work/pipe')]);
  await symlink(join(root, 'other'), join(root, 'work/way-out'));
  await symlink(join(root, 'other/there.jsonl'), join(root, 'work/link.jsonl'));
  await symlink(join(root, 'other/not-there.jsonl'), join(root, 'work/dangling.jsonl'));
});

afterAll(() => rm(root, { recursive: true }));

const NOT_ALLOWED = 'output.file-not-allowed';
const INVALID = 'output.invalid';

test.each<[what: string, path: string, allowed: string[] | undefined, answer: string]>([
  ['a new file in the working directory', 'new.jsonl', undefined, 'work/new.jsonl'],
  ['a file below it', 'sub/new.jsonl', undefined, 'work/sub/new.jsonl'],
  ['a way out and in again', '../work/new.jsonl', undefined, 'work/new.jsonl'],
  ['a file beside it', '../other/new.jsonl', undefined, NOT_ALLOWED],
  ['a folder whose name begins the same', '../workshop/new.jsonl', undefined, NOT_ALLOWED],
  ['a linked folder that leads out', 'way-out/new.jsonl', undefined, NOT_ALLOWED],
  ['a linked file that leads out', 'link.jsonl', undefined, NOT_ALLOWED],
  ['a link to a file that is not there yet', 'dangling.jsonl', undefined, NOT_ALLOWED],
  ['an allowed other folder', 'link.jsonl', ['.', '../other'], 'other/there.jsonl'],
  ['anything, where nothing is allowed', 'new.jsonl', [], NOT_ALLOWED],
  ['a device', '/dev/null', undefined, NOT_ALLOWED],
  ['a folder that is not there', 'nowhere/new.jsonl', undefined, INVALID],
  ['a folder', 'sub', undefined, INVALID],
  ['a null character', 'a\0b', undefined, INVALID],
  ['a file of the store', 'data/meta/CURRENT', undefined, NOT_ALLOWED],
  ['a new file in the store', 'data/meta/000009.log', undefined, NOT_ALLOWED],
  ['a new file beside its parts', 'data/results.jsonl', undefined, NOT_ALLOWED],
  ['a new file in the store, where all is allowed', 'data/results.jsonl', ['/'], NOT_ALLOWED],
  ['a link into the store', 'inside/new.jsonl', undefined, NOT_ALLOWED],
  ['a script', 'script.sh', undefined, NOT_ALLOWED],
  ['a script that begins with a brace', 'block.sh', undefined, NOT_ALLOWED],
  ['a document', 'package.json', undefined, NOT_ALLOWED],
  ['a document on one line', 'one-line.json', undefined, NOT_ALLOWED],
  ['a table', 'table.csv', undefined, NOT_ALLOWED],
  ['lines of results', 'lines.jsonl', undefined, 'work/lines.jsonl'],
  ['a line of results that a crash cut off', 'torn.jsonl', undefined, 'work/torn.jsonl'],
  ['a long line of results', 'long.jsonl', undefined, 'work/long.jsonl'],
  ['a pipe', 'pipe', undefined, 'work/pipe'],
])('%s', async (_, path, allowedDirectories, answer) => {
  const files = await OutputFilePolicy.create({
    workingDirectory: join(root, 'work'),
    forbiddenDirectories: ['data'],
    ...(allowedDirectories ? { allowedDirectories } : {}),
  });
  const checked = files.check(path);
  if (answer.startsWith('output.')) await expect(checked).rejects.toMatchObject({ code: answer });
  else expect(await checked).toBe(join(root, answer));
});

test('allows a file by name, and nothing next to it', async () => {
  const policy = await OutputFilePolicy.create({ workingDirectory: join(root, 'work') });
  policy.allowFile('../other/named.jsonl');
  expect(await policy.check('../other/named.jsonl')).toBe(join(root, 'other/named.jsonl'));
  expect(await policy.check(join(root, 'other/named.jsonl'))).toBe(join(root, 'other/named.jsonl'));
  await expect(policy.check('../other/new.jsonl')).rejects.toMatchObject({ code: NOT_ALLOWED });
});
