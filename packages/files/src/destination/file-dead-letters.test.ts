/** The file of unreadable records. */
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeadRecord } from '@weir/contract';
import { Appender, OutputFilePolicy } from '@weir/formats/files';
import type { DeadLetterContext } from '@weir/formats/kinds';
import { TestEnvironment } from '@weir/platform/testing';
import { openFileTaker } from './file-dead-letters.js';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-dead-letters-')));
});
afterEach(() => rm(folder, { recursive: true }));

function recordOf(name: string): DeadRecord {
  return { bytes: Buffer.from(name), frame: { name }, message: 'no name is accepted' };
}

test('a line that was written in part is removed before the next one', async () => {
  const path = join(folder, 'rejected.jsonl');
  const files = await OutputFilePolicy.create({ workingDirectory: folder });
  const context = { files, environment: new TestEnvironment() } as unknown as DeadLetterContext;
  const taker = await openFileTaker({ path }, context);
  await taker.take([recordOf('one')]);

  const { append } = Appender.prototype;
  Appender.prototype.append = async function (text) {
    Appender.prototype.append = append;
    await append.call(this, text.slice(0, 3));
    throw new Error('no space left');
  };
  await expect(taker.take([recordOf('two')])).rejects.toThrow('no space left');

  await taker.take([recordOf('two'), recordOf('three')]);
  await taker.close();
  expect(await readFile(path, 'utf8')).toBe('{"name":"one"}\n{"name":"two"}\n{"name":"three"}\n');
});
