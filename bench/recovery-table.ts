/** How soon edges are whole again after kills under load, and writes to many neighbours: see recovery.ts, neighbours.ts. */
import { child } from './child.js';
import type { NeighbourMeasurement, StorageMeasurement } from './measurement.js';
import { isWanted } from './settings.js';
import { printTable } from './table.js';

const KILLS = [1, 5, 20];
const TARGET_MILLIS = 2_000;
const NEIGHBOURS = 300_000;

export async function recoveryTable(): Promise<void> {
  if (!isWanted('recovery')) return;
  const rows: string[][] = [];
  for (const kills of KILLS) {
    const measured = await child<StorageMeasurement>('recovery', [String(kills)]);
    rows.push([
      `${kills}`,
      measured?.readyMillis?.toFixed(0) ?? '',
      measured?.recoveredMillis?.toFixed(0) ?? '',
    ]);
  }
  printTable(
    [
      'kills in a row under load',
      'start to ready ms',
      `start to whole ms (target ${TARGET_MILLIS} after ready)`,
    ],
    rows,
  );
}

export async function neighbourTable(): Promise<void> {
  if (!isWanted('neighbours')) return;
  const rows: string[][] = [];
  for (const what of ['delete', 'set']) {
    const measured = await child<NeighbourMeasurement>('neighbours', [what, String(NEIGHBOURS)]);
    const { p50 = NaN, p99 = NaN, max = NaN, millis = NaN, grownBytes = NaN } = measured ?? {};
    const mebibytes = grownBytes / 2 ** 20;
    rows.push([what, ...[millis, p50, p99, max, mebibytes].map(value => value.toFixed(0))]);
  }
  printTable(
    [
      `write to ${NEIGHBOURS} neighbours that sleep`,
      'ms',
      'another query: p50 ms',
      'p99 ms',
      'max ms',
      'MiB more',
    ],
    rows,
  );
}
