import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputFilePolicy } from './output-file-policy.js';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'weir-output-policy-')));
  for (const folder of ['work', 'work/sub', 'other', 'workshop']) await mkdir(join(root, folder));
  await writeFile(join(root, 'other/there.jsonl'), '');
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
])('%s', async (_, path, allowedDirectories, answer) => {
  const files = await OutputFilePolicy.create({
    workingDirectory: join(root, 'work'),
    ...(allowedDirectories ? { allowedDirectories } : {}),
  });
  const checked = files.check(path);
  if (answer.startsWith('output.')) await expect(checked).rejects.toMatchObject({ code: answer });
  else expect(await checked).toBe(join(root, answer));
});
