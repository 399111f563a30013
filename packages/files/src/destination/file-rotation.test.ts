import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OutputFilePolicy } from '@weir/formats/files';
import { sinkOf, testContext, type TestContext } from '@weir/formats/testing';
import { LENIENT } from '@weir/plugins/form';
import { z } from 'zod';
import { fileRotationOf } from '../definition/file-rotation.js';
import { fileDestination } from '../kinds.js';
import type { ResultSink } from '@weir/plugins';
import { numberedResult } from '@weir/plugins/conformance';

const HOUR_MILLIS = 3_600_000;
let directory: string;
let context: TestContext;
let sink: ResultSink | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-rotation-'));
  context = await testContext(directory);
});

afterEach(async () => {
  await sink?.close();
  sink = undefined;
  await rm(directory, { recursive: true });
});

async function open(rotate: object): Promise<void> {
  sink = await sinkOf(fileDestination, { path: 'out.jsonl', rotate }, context, { type: 'Bare' });
  await sink.open();
}

async function deliver(...numbers: number[]): Promise<void> {
  const report = await sink!.deliver(numbers.map(n => numberedResult(n)));
  expect(report).toEqual({ delivered: numbers.length, failed: 0, dropped: 0 });
}

/** The numbers in each file. */
async function files(): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const name of (await readdir(directory)).sort()) {
    const lines = (await readFile(join(directory, name), 'utf8')).split('\n');
    expect(lines.pop()).toBe('');
    found[name] = lines.map(line => (JSON.parse(line) as { n: number }).n);
  }
  return found;
}

test('fills a file with the lines that fit; a longer line gets its own file', async () => {
  await open({ maxBytes: 17 });
  await deliver(1, 2, 3);
  await deliver(4);
  await deliver(12_345_678_901_234, 5);
  expect(await files()).toEqual({
    'out.000001.jsonl': [1, 2],
    'out.000002.jsonl': [3, 4],
    'out.000003.jsonl': [12_345_678_901_234],
    'out.jsonl': [5],
  });
});

test('after a crash it continues in the file that was not full, after its last complete line', async () => {
  await open({ maxBytes: 24 });
  await deliver(1, 2, 3, 4);
  await sink!.close();
  await appendFile(join(directory, 'out.jsonl'), '{"n":');
  await open({ maxBytes: 24 });
  await deliver(5, 6, 7);
  expect(await files()).toEqual({
    'out.000001.jsonl': [1, 2, 3],
    'out.000002.jsonl': [4, 5, 6],
    'out.jsonl': [7],
  });
});

test('after a crash between two files it starts the next one and overwrites none', async () => {
  await writeFile(join(directory, 'out.000041.jsonl'), '{"n":0}\n');
  await open({ maxBytes: 8 });
  await deliver(1, 2);
  expect(await files()).toEqual({
    'out.000041.jsonl': [0],
    'out.000042.jsonl': [1],
    'out.jsonl': [2],
  });
});

test('writes the lines of one hour to one file, whichever process created it', async () => {
  const full = Math.ceil(context.environment.clock.now() / HOUR_MILLIS) * HOUR_MILLIS;
  await writeFile(join(directory, 'out.jsonl'), '{"n":0}\n');
  await utimes(join(directory, 'out.jsonl'), full / 1000, (full - 1) / 1000);
  await open({ every: 'HOUR' });
  await deliver(1);
  context.environment.advance(full - 1 - context.environment.clock.now());
  await deliver(2);
  context.environment.advance(1);
  await deliver(3);
  context.environment.advance(HOUR_MILLIS - 1);
  await deliver(4);
  await sink!.close();
  await utimes(join(directory, 'out.jsonl'), full / 1000, (full - 1) / 1000);
  await open({ every: 'HOUR' });
  await deliver(5);
  expect(await files()).toEqual({
    'out.000001.jsonl': [0, 1, 2],
    'out.000002.jsonl': [3, 4],
    'out.jsonl': [5],
  });
});

test('loses nothing if a file cannot be moved', async () => {
  const { files: policy } = context;
  let isRefused = false;
  const check = (path: string) => (isRefused ? Promise.reject(new Error('no')) : policy.check(path));
  context = { ...context, files: Object.assign(Object.create(policy) as OutputFilePolicy, { check }) };
  await open({ maxBytes: 8 });
  await deliver(1);
  isRefused = true;
  const results = [numberedResult(2), numberedResult(3)];
  const report = await sink!.deliver(results);
  expect(report.failures!.map(({ result, mayPass }) => [result, mayPass])).toEqual(
    results.map(result => [result, true]),
  );
  isRefused = false;
  await deliver(2, 3);
  expect(await files()).toEqual({ 'out.000001.jsonl': [1], 'out.000002.jsonl': [2], 'out.jsonl': [3] });
});

const day = (days: number): number => Date.UTC(2024, 0, days) / 1000;

async function packed(): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const name of (await readdir(directory)).sort()) {
    if (!name.endsWith('.gz')) continue;
    const lines = gunzipSync(await readFile(join(directory, name)))
      .toString()
      .trimEnd()
      .split('\n');
    found[name] = lines.map(line => (JSON.parse(line) as { n: number }).n);
    await rm(join(directory, name));
  }
  return found;
}

test('compresses full files, also after a crash, and continues the numbering', async () => {
  await writeFile(join(directory, 'out.000001.jsonl'), '{"n":-2}\n');
  await writeFile(join(directory, 'out.000002.jsonl'), '{"n":-1}\n');
  // In progress when the process died.
  await writeFile(join(directory, 'out.000002.gz.part'), 'half of it');
  await writeFile(join(directory, 'out.000003.jsonl'), '{"n":0}\n');
  // Complete; the original was about to be removed.
  await writeFile(join(directory, 'out.000003.jsonl.gz'), gzipSync('{"n":0}\n'));
  await open({ maxBytes: 8, compress: 'GZIP' });
  await deliver(1, 2, 3);
  await sink!.close();
  expect(await packed()).toEqual({
    'out.000001.jsonl.gz': [-2],
    'out.000002.jsonl.gz': [-1],
    'out.000003.jsonl.gz': [0],
    'out.000004.jsonl.gz': [1],
    'out.000005.jsonl.gz': [2],
  });
  expect(await files()).toEqual({ 'out.jsonl': [3] });
});

test.each([[{}], [{ compress: 'GZIP' }]])('keeps the newest full files, %j', async more => {
  await writeFile(join(directory, 'out.000001.other'), 'else');
  await open({ maxBytes: 8, keepFiles: 2, ...more });
  await deliver(1, 2, 3, 4, 5);
  await sink!.close();
  const whole = await packed();
  await rm(join(directory, 'out.000001.other'));
  expect({ ...(await files()), ...whole }).toEqual(
    'compress' in more
      ? { 'out.000003.jsonl.gz': [3], 'out.000004.jsonl.gz': [4], 'out.jsonl': [5] }
      : { 'out.000003.jsonl': [3], 'out.000004.jsonl': [4], 'out.jsonl': [5] },
  );
});

test('removes old full files, but not the newest, nor files of other origin', async () => {
  const names = ['out.000001.jsonl', 'out.000002.jsonl', 'out.000003.jsonl.gz', 'out.000004.jsonl.gz'];
  await writeFile(join(directory, names[0]!), '{"n":1}\n');
  await writeFile(join(directory, names[1]!), 'a document');
  await writeFile(join(directory, names[2]!), gzipSync('a document'));
  await writeFile(join(directory, names[3]!), gzipSync('{"n":4}\n'));
  await writeFile(join(directory, 'out.000005.jsonl'), '{"n":5}\n');
  await writeFile(join(directory, 'out.000006.jsonl'), '{"n":6}\n');
  for (const name of await readdir(directory)) await utimes(join(directory, name), day(1), day(1));
  await utimes(join(directory, 'out.000005.jsonl'), day(9), day(9));
  context.environment.advance(day(12) * 1000 - context.environment.clock.now());
  await open({ every: 'DAY', keepDays: 10 });
  await sink!.close();
  // A file that cannot be removed does not prevent removing others.
  expect((await readdir(directory)).sort()).toEqual([
    'out.000002.jsonl',
    'out.000003.jsonl.gz',
    'out.000005.jsonl',
    'out.000006.jsonl',
    'out.jsonl',
  ]);
});

test('rejects two outputs on one path if one of them moves the file', async () => {
  const other = (fields: object): Promise<ResultSink> =>
    sinkOf(fileDestination, { path: './out.jsonl', ...fields }, context);
  await open({ maxBytes: 8 });
  for (const fields of [{}, { rotate: { maxBytes: 8 } }]) {
    const second = await other(fields);
    await expect(second.open()).rejects.toMatchObject({
      code: 'output.invalid',
      message: expect.stringContaining('another output writes to it') as string,
    });
    await second.close();
  }
  await sink!.close();
  const [one, two, third] = [await other({}), await other({}), await other({ rotate: { maxBytes: 8 } })];
  await one.open();
  await two.open();
  await one.close();
  await expect(third.open()).rejects.toMatchObject({ code: 'output.invalid' });
  await two.close();
  const last = await other({ rotate: { maxBytes: 8 } });
  await last.open();
  await last.close();
});

test('does not rotate a pipe, nor a file that is allowed only by its name', async () => {
  execFileSync('mkfifo', [join(directory, 'out.jsonl')]);
  await expect(open({ maxBytes: 8 })).rejects.toMatchObject({ code: 'output.invalid' });
  await rm(join(directory, 'out.jsonl'));
  const policy = await OutputFilePolicy.create({ workingDirectory: directory, allowedDirectories: [] });
  policy.allowFile('out.jsonl');
  context = { ...context, files: policy };
  await expect(open({ maxBytes: 8 })).rejects.toMatchObject({ code: 'output.file-not-allowed' });
});

test('a rotation needs a limit', () => {
  const rotation = z.object({ rotate: fileRotationOf(LENIENT) });
  expect(() => rotation.parse({ rotate: {} })).toThrow('needs maxBytes or every');
});
