import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileAccessPolicy } from './file-access-policy.js';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'weir-policy-')));
  for (const directory of ['work', 'work/sub', 'other']) await mkdir(join(root, directory));
  for (const file of ['work/in.txt', 'work/sub/below.txt', 'other/out.txt'])
    await writeFile(join(root, file), 'x');
  await symlink(join(root, 'other/out.txt'), join(root, 'work/link.txt'));
  await symlink(join(root, 'work/in.txt'), join(root, 'other/inward.txt'));
});

afterAll(() => rm(root, { recursive: true }));

function policy(
  options: { allowedDirectories?: string[]; resolutionMode?: 'static' } = {},
): Promise<FileAccessPolicy> {
  return FileAccessPolicy.create({ workingDirectory: join(root, 'work'), ...options });
}

const NOT_FOUND = 'ingest.file-not-found';
const NOT_ALLOWED = 'ingest.file-not-allowed';

test.each<[what: string, path: string, allowed: string[] | undefined, answer: string]>([
  ['a file of the working directory', 'in.txt', undefined, 'work/in.txt'],
  ['the same by a way around', '../work/./sub/../in.txt', undefined, 'work/in.txt'],
  ['a link to it from elsewhere', '../other/inward.txt', undefined, 'work/in.txt'],
  ['a sub-directory', 'sub/below.txt', undefined, NOT_ALLOWED],
  ['another directory', '../other/out.txt', undefined, NOT_ALLOWED],
  ['a link that leads out', 'link.txt', undefined, NOT_ALLOWED],
  ['an allowed other directory', '../other/out.txt', ['../other'], 'other/out.txt'],
  ['the working directory, where another is allowed', 'in.txt', ['../other'], NOT_ALLOWED],
  ['anything, where nothing is allowed', 'in.txt', [], NOT_ALLOWED],
  ['allowed directories that are missing', 'in.txt', ['nowhere', '.'], 'work/in.txt'],
  ['a missing file', 'missing.txt', undefined, NOT_FOUND],
  ['a path through a file', 'in.txt/x', undefined, NOT_FOUND],
  ['a path that is none', 'a\0b', undefined, NOT_FOUND],
])('%s', async (_, path, allowedDirectories, answer) => {
  const checked = (await policy(allowedDirectories ? { allowedDirectories } : {})).check(path);
  if (answer.startsWith('ingest.')) await expect(checked).rejects.toMatchObject({ code: answer });
  else expect(await checked).toBe(join(root, answer));
});

test('messages name the path, its target, and its parent', async () => {
  const { check } = await policy().then(p => ({ check: p.check.bind(p) }));
  await expect(check('link.txt')).rejects.toThrow(
    `File path not allowed: link.txt (resolved to: ${root}/other/out.txt, parent: ${root}/other).`,
  );
  await expect(check('missing.txt')).rejects.toThrow(
    `Invalid file path: missing.txt - ${root}/work/missing.txt does not exist`,
  );
});

test('a recipe adds the directories of its files, if they exist', async () => {
  const files = await policy();
  await files.allowDirectoryOf('../other/out.txt');
  await files.allowDirectoryOf('sub/missing.txt');
  expect(await files.check('../other/out.txt')).toBe(join(root, 'other/out.txt'));
  await expect(files.check('sub/below.txt')).rejects.toMatchObject({ code: NOT_ALLOWED });
});

test('static: only files that existed at the start', async () => {
  const files = await policy({ resolutionMode: 'static' });
  expect(await files.check('in.txt')).toBe(join(root, 'work/in.txt'));
  await writeFile(join(root, 'work/late.txt'), 'x');
  await expect(files.check('late.txt')).rejects.toThrow('static resolution mode');
});

test('rejects a configuration whose allowed directory is a file', async () => {
  await expect(policy({ allowedDirectories: ['in.txt'] })).rejects.toMatchObject({ code: 'config.invalid' });
});
