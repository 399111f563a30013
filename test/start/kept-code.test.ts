/** What V8 has compiled of the bundle is kept for the next start, and whatever became of it harms none. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';

const run = promisify(execFile);
const ANSWER = `Weir version ${(JSON.parse(readFileSync(projectFile('apps/gateway/package.json'), 'utf8')) as { version: string }).version}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The bundle, whatever was compiled since. */
async function version(
  environment: Readonly<Record<string, string>> = {},
  ...flags: readonly string[]
): Promise<string> {
  const program = projectFile('apps/gateway/dist/bundle/main.js');
  const env = { ...process.env, NODE_COMPILE_CACHE: folder, ...environment };
  const { stdout, stderr } = await run(process.execPath, [...flags, program, '--version'], {
    env,
    cwd: folder,
  });
  return stdout + stderr;
}

/** Of chunks; Node itself may keep other things there. */
function kept(): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.code'),
  );
  return new Map(files.map(file => [file, readFileSync(join(folder, file))]));
}

function writtenAt(): Map<string, number> {
  return new Map([...kept().keys()].map(file => [file, statSync(join(folder, file)).mtimeMs]));
}

test('a second start takes what the first one has kept', async () => {
  expect(await version()).toBe(ANSWER);
  const first = writtenAt();
  expect(first.size).toBeGreaterThan(0);
  expect(await version()).toBe(ANSWER);
  // Compiled anew, it would be kept anew.
  expect(writtenAt()).toEqual(first);
});

test.each<[string, (whole: Buffer) => Buffer]>([
  ['has lost its end', whole => whole.subarray(0, whole.length >> 1)],
  ['is empty', () => Buffer.alloc(0)],
  [
    'has a bit that fell over',
    whole => Buffer.from(whole.map((byte, at) => (at === whole.length - 9 ? byte ^ 4 : byte))),
  ],
  ['is of other source', whole => Buffer.from(whole.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))],
])('code that %s is compiled and kept again', async (_, damaged) => {
  await version();
  const whole = kept();
  for (const [file, bytes] of whole) writeFileSync(join(folder, file), damaged(bytes));
  expect(await version()).toBe(ANSWER);
  expect([...kept()].map(([file, { length }]) => [file, length])).toEqual(
    [...whole].map(([file, { length }]) => [file, length]),
  );
});

test('code that was compiled under other flags lies beside it', async () => {
  await version();
  const first = kept();
  expect(await version({}, '--no-opt')).toBe(ANSWER);
  expect(kept().size).toBe(2 * first.size);
});

test.each(['file', 'none/none'])('where nothing can be written all runs the same: %s', async place => {
  writeFileSync(join(folder, 'file'), '');
  expect(await version({ NODE_COMPILE_CACHE: join(folder, place) })).toBe(ANSWER);
});

// Newer ones of Node look at the variable too, and wait for good themselves.
const inNode20 = process.platform === 'linux' && process.version.startsWith('v20.') ? test : test.skip;
inNode20('nor does it wait for a system that has no folders to give', async () => {
  expect(await version({ NODE_COMPILE_CACHE: '/proc' })).toBe(ANSWER);
});

test.each(['', '.', 'here'])('the place %j, which is not absolute, is none', async place => {
  expect(await version({ NODE_COMPILE_CACHE: place })).toBe(ANSWER);
  expect(kept().size).toBe(0);
});

test('a folder in which others may write is not used', async () => {
  await version();
  const [file] = kept().keys();
  const others = join(folder, file!, '..');
  chmodSync(others, 0o777);
  for (const each of kept().keys()) rmSync(join(folder, each));
  expect(await version()).toBe(ANSWER);
  expect(kept().size).toBe(0);
});

test('stacks name places of the sources where Node is asked for them', async () => {
  const hook = join(folder, 'hook.cjs');
  writeFileSync(
    hook,
    'const { write } = process.stderr; process.stderr.write = text => write.call(process.stderr, new Error(text).stack);',
  );
  const program = projectFile('apps/gateway/dist/bundle/main.js');
  const { stderr } = await run(process.execPath, [
    ...['--enable-source-maps', '--require', hook],
    program,
    '--nope',
  ]).catch((error: { stderr: string }) => error);
  expect(stderr).toMatch(/program-console\.ts:\d+/);
});

test('nothing is kept for who wants none', async () => {
  expect(await version({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(ANSWER);
  expect(kept().size).toBe(0);
});
