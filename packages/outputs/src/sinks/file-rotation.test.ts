import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOutputDefinition } from '@weir/definitions';
import { OutputFilePolicy } from '../files/output-file-policy.js';
import { testContext, type TestContext } from '../testing/sink-context.js';
import { createSink } from './create-sink.js';
import type { ResultSink } from './result-sink.js';
import { numberedResult } from './sink-conformance.js';

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
  const fields = { type: 'WriteToFile', path: 'out.jsonl', structure: { type: 'Bare' } };
  sink = createSink(parseOutputDefinition({ ...fields, rotate }), context);
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

test('a file takes the lines that fit, and one that is longer alone', async () => {
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

test('after a crash it goes on in the file that was not full, behind its last whole line', async () => {
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

test('after a crash between two files it begins the next one, and overwrites none', async () => {
  await writeFile(join(directory, 'out.000041.jsonl'), '{"n":0}\n');
  await open({ maxBytes: 8 });
  await deliver(1, 2);
  expect(await files()).toEqual({
    'out.000041.jsonl': [0],
    'out.000042.jsonl': [1],
    'out.jsonl': [2],
  });
});

test('lines of one hour are in one file, whether it was begun by this process or not', async () => {
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

test('what can not be moved is not lost', async () => {
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

test('a pipe is not rotated, nor a file that is allowed by its name alone', async () => {
  execFileSync('mkfifo', [join(directory, 'out.jsonl')]);
  await expect(open({ maxBytes: 8 })).rejects.toMatchObject({ code: 'output.invalid' });
  await rm(join(directory, 'out.jsonl'));
  const policy = await OutputFilePolicy.create({ workingDirectory: directory, allowedDirectories: [] });
  policy.allowFile('out.jsonl');
  context = { ...context, files: policy };
  await expect(open({ maxBytes: 8 })).rejects.toMatchObject({ code: 'output.file-not-allowed' });
});

test('a rotation has a limit', () => {
  const definition = { type: 'WriteToFile', path: 'x', rotate: {} };
  expect(() => parseOutputDefinition(definition)).toThrow('rotate: needs maxBytes or every');
});
