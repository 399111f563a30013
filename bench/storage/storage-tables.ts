/** Cost of sleeping nodes, restarts and history: see storage.ts, and weir.ts for ingest with a limit of awake nodes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child } from '../support/child.js';
import { median, type StorageMeasurement, type ThroughputMeasurement } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';
import { writeWorkload } from '../support/workload.js';

const RECORDS = setting('WEIR_BENCH_RECORDS', 300_000);
const ROUNDS = setting('WEIR_BENCH_ROUNDS', 3);
const STORED_NODES = setting('WEIR_BENCH_NODES', 1_000_000);
const WAKE_NODES = 50_000;
/** Size of the graph relative to the limit of awake nodes. */
const TIMES_LARGER = 20;
const LIMITED_TARGET = 0.4;
const READY_TARGET_MILLIS = 3_000;
const VERSIONS = [1, 10, 100, 1_000];

export async function storageTables(): Promise<void> {
  if (isWanted('limited')) await limitedTable();
  if (isWanted('wake')) await wakeTable();
  if (isWanted('cold')) await coldTable();
  if (isWanted('past')) await pastTable();
}

async function limitedTable(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    const { file, everyChain } = await writeWorkload(join(folder, 'events.jsonl'), RECORDS);
    const unlimited: ThroughputMeasurement[] = [];
    const limited: ThroughputMeasurement[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [awake, list] of [
        [0, unlimited],
        [Math.ceil(RECORDS / TIMES_LARGER), limited],
      ] as const) {
        const args = [file, 'embedded', 'every', `${everyChain}`, `${awake}`];
        const one = await child<ThroughputMeasurement>('weir', args);
        if (one === undefined) continue;
        list.push(one);
        if (one.matches !== everyChain) {
          process.stdout.write(`WRONG: ${one.matches} matches instead of ${everyChain}\n`);
        }
      }
    }
    const rateOf = (list: readonly ThroughputMeasurement[]): number =>
      median(list.map(one => one.recordsPerSecond));
    const bytesOf = (list: readonly ThroughputMeasurement[]): string =>
      median(list.map(one => one.bytesPerRecord)).toFixed(0);
    const ratio = rateOf(limited) / rateOf(unlimited);
    printTable(
      ['graph and nodes awake', 'records/s', 'x unlimited', 'target', 'bytes held per record'],
      [
        ['all of them', rateOf(unlimited).toFixed(0), '1.00', '', bytesOf(unlimited)],
        [
          `one in ${TIMES_LARGER}`,
          rateOf(limited).toFixed(0),
          ratio.toFixed(2),
          `at least ${LIMITED_TARGET}`,
          bytesOf(limited),
        ],
      ],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function wakeTable(): Promise<void> {
  const measured = await child<StorageMeasurement>('storage/storage', ['wake', String(WAKE_NODES)]);
  if (measured === undefined) return;
  printTable(
    ['reading one property of a node by id', 'p50 ms', 'p99 ms', 'awake p50 ms'],
    [['asleep', millis(measured.p50), millis(measured.p99), millis(measured.awakeP50)]],
  );
}

async function coldTable(): Promise<void> {
  const rows: string[][] = [];
  for (const how of ['close', 'kill']) {
    const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
    const path = join(folder, 'data');
    try {
      const made = await child<StorageMeasurement>(
        'storage/storage',
        ['make', path, String(STORED_NODES), how],
        {
          endsItself: how === 'kill',
        },
      );
      const opened = await child<StorageMeasurement>('storage/storage', ['open', path, String(STORED_NODES)]);
      rows.push([
        how === 'kill' ? 'kill -9' : 'orderly stop',
        millis(opened?.readyMillis),
        millis(opened?.recoveredMillis),
        made?.bytesPerRecord?.toFixed(0) ?? '',
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  printTable(
    [
      `start with ${STORED_NODES} nodes stored, after`,
      `ready ms (target under ${READY_TARGET_MILLIS})`,
      'recovered ms',
      'bytes on disk per record',
    ],
    rows,
  );
}

async function pastTable(): Promise<void> {
  const rows: string[][] = [];
  for (const versions of VERSIONS) {
    const row = [`${versions}`];
    for (const schedule of ['never', 'on-node-update']) {
      const measured = await child<StorageMeasurement>('storage/storage', [
        'past',
        String(versions),
        schedule,
      ]);
      row.push(millis(measured?.p50), millis(measured?.p99));
    }
    rows.push(row);
  }
  printTable(
    ['reading a past version of', 'no snapshots: p50 ms', 'p99 ms', 'with snapshots: p50 ms', 'p99 ms'],
    rows,
  );
}

function millis(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0);
}
