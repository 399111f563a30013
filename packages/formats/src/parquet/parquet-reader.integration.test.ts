import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { systemEnvironment } from '@weir/runtime';
import { TransientSourceError } from '@weir/plugins';
import type { RandomAccessBytes } from '../cutting/random-access.js';
import { fileOf } from '../testing/shared-table.js';
import { ParquetReader } from './parquet-reader.js';

const ROWS = Array.from({ length: 6 }, (_, id) => ({ id, name: 'n' }));
const BYTES = fileOf({ kind: 'add', rows: ROWS });
const FILE: RandomAccessBytes = {
  size: () => Promise.resolve(BYTES.length),
  bytesAt: (offset, length) => Promise.resolve(BYTES.subarray(offset, offset + length)),
};

let reader: ParquetReader;
const child = (): ChildProcess | undefined => (reader as unknown as { child?: ChildProcess }).child;

beforeEach(() => {
  reader = new ParquetReader({ maximumGroupBytes: 1e6, scheduler: systemEnvironment().scheduler });
});
afterEach(() => reader.close());

test('a process that ends between two requests neither ends the file nor is blamed on it', async () => {
  expect(await reader.open(FILE)).toBe(6);
  expect((await reader.rows(0, 2))?.bounds).toHaveLength(4);
  const exited = once(child()!, 'exit');
  child()!.kill('SIGKILL');
  await exited;
  await expect(reader.rows(2, 4)).rejects.toThrow(TransientSourceError);
  expect(await reader.open(FILE)).toBe(6);
  expect((await reader.rows(5, 9))?.bounds).toHaveLength(2);
});

test('has no process while idle, and a new one for the next file', async () => {
  await reader.open(FILE);
  const exited = once(child()!, 'exit');
  reader.rest();
  await exited;
  expect(child()).toBeUndefined();
  expect(await reader.open(FILE)).toBe(6);
});
