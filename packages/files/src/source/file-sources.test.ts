/** The conformance suite on each kind of source that reads existing data. */
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestEnvironment } from '@weir/platform/testing';
import { FileSource, type FileSourceOptions } from './file-source.js';
import { LineScanner } from '@weir/formats/cutting';
import { describeIngestSource } from '@weir/plugins/conformance';
import { StandardInputSource } from './standard-input-source.js';

const RECORDS = ['{"a":1}', 'zwei', '', 'vier mit ümlaut', 'five', 'sixth and last'];
const environment = new TestEnvironment();
let directory: string;
const writers: FileHandle[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-sources-'));
});

afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close();
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

function fileOptions(path: string, more: Partial<FileSourceOptions> = {}): FileSourceOptions {
  return {
    path,
    encoding: 'UTF-8',
    maximumLineSize: 1000,
    startAtOffset: 0,
    isNamedPipe: false,
    scheduler: environment.scheduler,
    ...more,
  };
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

describeIngestSource('file', async () => {
  const path = await file('lines', RECORDS.join('\n'));
  return { records: RECORDS, make: () => new FileSource(fileOptions(path)) };
});

describeIngestSource('file read in blocks smaller than its lines', async () => {
  const path = await file('blocks', RECORDS.join('\r\n') + '\r\n');
  return { records: RECORDS, make: () => new FileSource(fileOptions(path, { blockSize: 4 })) };
});

describeIngestSource('file in another encoding', async () => {
  const path = await file('utf16', Buffer.from('\ufeff' + RECORDS.join('\n'), 'utf16le'));
  return { records: RECORDS, make: () => new FileSource(fileOptions(path, { encoding: 'UTF-16' })) };
});

describeIngestSource('file from an offset to a limit', async () => {
  const path = await file('part', ['skip', 'skip', ...RECORDS, 'too much'].join('\n'));
  const limits = { startAtOffset: 2, limit: RECORDS.length };
  return { records: RECORDS, make: () => new FileSource(fileOptions(path, limits)) };
});

describeIngestSource('named pipe', async () => {
  const path = join(directory, `pipe-${Math.floor(performance.now() * 1000)}`);
  execFileSync('mkfifo', [path]);
  return {
    records: RECORDS,
    make: async () => {
      // A pipe that is also opened for reading does not wait for its reader, and buffers written data.
      const writer = await open(path, 'r+');
      writers.push(writer);
      await writer.write(RECORDS.map(record => record + '\n').join(''));
      return new FileSource(fileOptions(path, { isNamedPipe: true }));
    },
  };
});

describeIngestSource('standard input', async () => {
  const path = await file('stdin', RECORDS.join('\n') + '\n');
  return {
    records: RECORDS,
    make: () =>
      new StandardInputSource({
        stream: createReadStream(path),
        encoding: 'UTF-8',
        maximumLineSize: 1000,
        scanner: new LineScanner(),
      }),
  };
});
