/**
 * Memory and processor time per record on several versions of Node. V8's handling of free memory and garbage differs
 * between versions; held memory must not (packages/runtime/src/threads/heap-settings.ts).
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { child } from '../support/child.js';
import { median, type ThroughputMeasurement } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';
import { writeWorkload } from '../support/workload.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 300_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);
const STORES = ['embedded', 'memory'] as const;
const TARGET = 1.1;

/** The running Node first, then the binaries of WEIR_BENCH_NODE_BINARIES, in turns. */
export async function versionTable(): Promise<void> {
  if (!isWanted('versions')) return;
  const others = (process.env['WEIR_BENCH_NODE_BINARIES'] ?? '').split(delimiter).filter(path => path !== '');
  const binaries = [process.execPath, ...others];
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    const { file } = await writeWorkload(join(folder, 'events.jsonl'), RECORDS);
    const rows: string[][] = [];
    for (const store of STORES) rows.push(...(await rowsOf(store, binaries, file)));
    const target = `target: at most ${TARGET}`;
    printTable([`per record, no standing query`, 'bytes', target, 'microseconds of CPU'], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rowsOf(store: string, binaries: readonly string[], file: string): Promise<string[][]> {
  const measured = binaries.map((): ThroughputMeasurement[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, binary] of binaries.entries()) {
      const one = await child<ThroughputMeasurement>('weir', [file, store, 'none', '0'], { binary });
      if (one !== undefined) measured[i]!.push(one);
    }
  }
  const bytes = measured.map(list => median(list.map(one => one.bytesPerRecord)));
  return binaries.map((binary, i) => [
    `${store} store, Node ${versionOf(binary)}`,
    bytes[i]!.toFixed(0),
    (bytes[i]! / bytes[0]!).toFixed(2),
    median(measured[i]!.map(one => one.cpuMicrosPerRecord ?? NaN)).toFixed(1),
  ]);
}

function versionOf(binary: string): string {
  return execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
}
