/** How soon edges are whole again after kills under load: see recovery.ts. */
import { child } from './child.js';
import type { StorageMeasurement } from './measurement.js';
import { isWanted } from './settings.js';
import { printTable } from './table.js';

const KILLS = [1, 5, 20];
const TARGET_MILLIS = 2_000;

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
    ['kills in a row under load', 'start to ready ms', `start to whole ms (target ${TARGET_MILLIS} after ready)`],
    rows,
  );
}
