/** Cost of queries: see queries.ts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child } from '../support/child.js';
import type { HopMeasurement, ScanMeasurement } from './queries.js';
import { isWanted, setting } from '../support/settings.js';
import type { SleepingScans } from './sleeping-scan.js';
import { printTable } from '../support/table.js';

const HOP_NODES = 100_000;
const WORKERS = [0, 2];
const HOP_TARGET_MILLIS = 1;
const SCAN_TARGET = 500_000;
const SLEEPING_TARGETS = { count: 100_000, filter: 100_000, hop: 100_000, write: 50_000 };

export async function queryTables(): Promise<void> {
  if (isWanted('hops')) await hopsTable();
  if (isWanted('scan')) await scanTable();
  if (isWanted('asleep')) await sleepingTable();
}

async function hopsTable(): Promise<void> {
  const rows: string[][] = [];
  for (const workers of WORKERS) {
    const measured = await child<HopMeasurement>('queries/queries', ['hops', `${HOP_NODES}`, `${workers}`]);
    if (measured)
      rows.push([`embedded, ${workers} workers`, ...cells(measured), `under ${HOP_TARGET_MILLIS}`]);
  }
  const overRest = await child<HopMeasurement>('queries/queries', ['rest', `${HOP_NODES}`]);
  if (overRest) rows.push(['REST, embedded store', ...cells(overRest), '']);
  printTable(
    [
      'from a known node, three edges each; ms',
      ...[1, 2, 3].flatMap(hops => [`${hops} hops p50`, 'p99']),
      'target 3 hops p50',
    ],
    rows,
  );
}

function cells({ p50, p99 }: HopMeasurement): string[] {
  return p50.flatMap((millis, i) => [millis.toFixed(2), p99[i]!.toFixed(2)]);
}

async function scanTable(): Promise<void> {
  const nodes = setting('WEIR_BENCH_NODES', 1_000_000);
  const rows: string[][] = [];
  for (const workers of WORKERS) {
    const measured = await child<ScanMeasurement>('queries/queries', ['scan', `${nodes}`, `${workers}`]);
    if (measured === undefined) continue;
    const { filter, aggregate, longestWait } = measured;
    rows.push([
      `${workers} workers`,
      ...[filter, aggregate].flatMap(rate => [perSecond(rate.perSecond), perSecond(rate.perCpuSecond)]),
      `over ${perSecond(SCAN_TARGET)}`,
      longestWait.toFixed(0),
    ]);
  }
  printTable(
    [
      `every one of ${perSecond(nodes)} nodes, per second`,
      'filter',
      'per CPU second',
      'aggregate',
      'per CPU second',
      'target',
      'longest wait, ms',
    ],
    rows,
  );
}

async function sleepingTable(): Promise<void> {
  const nodes = setting('WEIR_BENCH_NODES', 300_000);
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const path = join(folder, 'data');
  const rows: string[][] = [];
  try {
    await child('storage/storage', ['make', path, `${nodes}`, 'close']);
    for (const workers of WORKERS) {
      const measured = await child<SleepingScans>('queries/sleeping-scan', [path, `${nodes}`, `${workers}`]);
      if (measured === undefined) continue;
      for (const query of ['count', 'filter', 'hop', 'write'] as const) {
        const one = measured[query];
        rows.push([
          `${query}, ${workers} workers`,
          perSecond(one.perSecond),
          perSecond(one.perCpuSecond),
          `over ${perSecond(SLEEPING_TARGETS[query])}`,
          (one.peakBytes / 1024 ** 2).toFixed(0),
          `${one.awake}`,
        ]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  printTable(
    [
      `every one of ${perSecond(nodes)} sleeping nodes`,
      'per second',
      'per CPU second',
      'target',
      'highest resident set, MiB',
      'awake afterwards',
    ],
    rows,
  );
}

function perSecond(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}
