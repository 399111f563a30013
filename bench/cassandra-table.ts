/** The main job with the graph in Cassandra, beside the embedded store: only where WEIR_BENCH_CASSANDRA says where it is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child } from './child.js';
import { median, type ThroughputMeasurement } from './measurement.js';
import { isWanted, setting } from './settings.js';
import { printTable } from './table.js';
import { writeWorkload } from './workload.js';

const CASES = ['none', 'every'] as const;
const STORES = ['embedded', 'cassandra'] as const;
const RECORDS = setting('WEIR_BENCH_RECORDS', 300_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);

export async function cassandraTable(): Promise<void> {
  if (!isWanted('cassandra')) return;
  if (process.env['WEIR_BENCH_CASSANDRA'] === undefined) {
    process.stdout.write('cassandra: left out, as WEIR_BENCH_CASSANDRA does not say where it is\n\n');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    const workload = await writeWorkload(join(folder, 'events.jsonl'), RECORDS);
    const rows: string[][] = [];
    for (const pattern of CASES) {
      const measured = new Map<string, ThroughputMeasurement[]>(STORES.map(store => [store, []]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const [store, list] of measured) {
          const expected = pattern === 'every' ? workload.everyChain : 0;
          const one = await child<ThroughputMeasurement>('weir', [
            workload.file,
            store,
            pattern,
            `${expected}`,
          ]);
          if (one !== undefined) list.push(one);
          if (one?.matches !== undefined && one.matches !== expected)
            process.stdout.write(`WRONG: ${store}: ${one.matches} matches instead of ${expected}\n`);
        }
      }
      for (const [store, list] of measured) {
        rows.push([
          `${store}, ${pattern === 'every' ? 'every chain of four counted' : 'no standing query'}`,
          Math.round(median(list.map(one => one.recordsPerSecond))).toLocaleString('en'),
          median(list.map(one => one.cpuMicrosPerRecord ?? NaN)).toFixed(1),
        ]);
      }
    }
    printTable(['graph in', 'records/s', 'µs CPU per record, Weir alone'], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
