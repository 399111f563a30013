import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandingOutput } from '@weir/contract';
import { DEFAULT_DEAD_LETTER_BYTES, DeadLetters } from './dead-letters.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-letters-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const result = (resultId: string): StandingOutput => ({
  resultId,
  isPositiveMatch: true,
  isInitialResult: false,
  data: {},
});

test('a partial line left by a failed write does not corrupt the next one', async () => {
  const path = join(folder, 'letters.jsonl');
  const letters = new DeadLetters({
    locate: () => Promise.resolve(path),
    standing: 'watch',
    output: 'out',
    limitBytes: DEFAULT_DEAD_LETTER_BYTES,
  });
  const add = (id: string): Promise<void> =>
    letters.add([{ result: result(id), reason: 'gone', mayPass: false }], 0);
  await add('a');
  const whole = await readFile(path, 'utf8');
  // Writes fail, and the last one left half a line.
  await rm(path);
  await mkdir(path);
  await expect(add('b')).rejects.toThrow('EISDIR');
  await rmdir(path);
  await writeFile(path, whole + whole.slice(0, 30));
  await add('b');
  const delivered: StandingOutput[] = [];
  await letters.redeliver(results => {
    delivered.push(...results);
    return Promise.resolve();
  });
  expect(delivered.map(({ resultId }) => resultId)).toEqual(['a', 'b']);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
