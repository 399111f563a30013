/** What queries cost: see queries.ts. */
import { child } from './child.js';
import type { HopMeasurement, ScanMeasurement } from './queries.js';
import { isWanted, setting } from './settings.js';
import { printTable } from './table.js';

const HOP_NODES = 100_000;
const WORKERS = [0, 2];
const HOP_TARGET_MILLIS = 1;
const SCAN_TARGET = 500_000;

export async function queryTables(): Promise<void> {
  if (isWanted('hops')) await hopsTable();
  if (isWanted('scan')) await scanTable();
}

async function hopsTable(): Promise<void> {
  const rows: string[][] = [];
  for (const workers of WORKERS) {
    const measured = await child<HopMeasurement>('queries', ['hops', `${HOP_NODES}`, `${workers}`]);
    if (measured)
      rows.push([`embedded, ${workers} workers`, ...cells(measured), `under ${HOP_TARGET_MILLIS}`]);
  }
  const overRest = await child<HopMeasurement>('queries', ['rest', `${HOP_NODES}`]);
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
    const measured = await child<ScanMeasurement>('queries', ['scan', `${nodes}`, `${workers}`]);
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

function perSecond(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}
