/** Latency from a record's arrival to its result: see latency.ts. */
import { child } from '../support/child.js';
import type { LatencyMeasurement } from '../support/measurement.js';
import { isWanted, setting } from '../support/settings.js';
import { printTable } from '../support/table.js';

const TARGET_MILLIS = 25;

export async function latencyTable(): Promise<void> {
  if (!isWanted('latency')) return;
  const measured = await child<LatencyMeasurement>('latency/latency', [
    String(setting('WEIR_BENCH_SECONDS', 20)),
  ]);
  if (measured === undefined) return;
  const { samples, lost, p50, p99, max } = measured;
  printTable(
    ['record to result, 1,000 records/s', 'p50 ms', 'p99 ms', 'max ms', 'target p99', 'samples', 'lost'],
    [
      [
        'gateway, embedded store',
        ...[p50, p99, max].map(millis => millis.toFixed(1)),
        `under ${TARGET_MILLIS}`,
        `${samples}`,
        `${lost}`,
      ],
    ],
  );
}
