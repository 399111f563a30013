/** Parquet files written by PyArrow. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';
import { installed, type Installed, type Missing } from './service-cache.js';

const run = promisify(execFile);
const WRITE_MILLIS = 90_000;

export function pyarrowHere(): Promise<Installed | Missing> {
  return installed('pyarrow-26.0.1', ['python3'], folder => [
    ['python3', '-m', 'pip', 'install', '--quiet', '--target', folder, 'pyarrow==26.0.1'],
  ]);
}

/** Writes `rows` rows of all types to files in a folder; test/services/write-parquet.py defines them. */
export async function writeParquet({ folder }: Installed, target: string, rows: number): Promise<void> {
  const program = projectFile('test/services/write-parquet.py');
  const env = { ...process.env, PYTHONPATH: folder };
  await run('python3', [program, target, String(rows)], { timeout: WRITE_MILLIS, env });
}
