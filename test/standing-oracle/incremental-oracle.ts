/**
 * Laws 1 and 6 over the whole grammar, on the real graph: the net results that a standing query has reported equal what
 * the same query finds now, row for row with multiplicities, through random writes, sleep, restarts and crashes.
 * Detects errors of the engine, workers, frames, journals and waking. Each layout has its own file, so that they run in
 * parallel.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { randomTest } from '@weir/platform/testing';
import { checkOracleCases } from './check-oracle-cases.js';
import { OracleTally } from './oracle-tally.js';
import type { Layout } from './run-oracle-case.js';

const LAYOUTS: readonly Layout[] = [
  { workers: 1, shards: 1 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
];

/** Defines the tests of the layout with this number of shards. */
export function testIncremental(shards: number): void {
  const index = LAYOUTS.findIndex(layout => layout.shards === shards);
  const layout = LAYOUTS[index]!;
  const { seed: first, cases } = randomTest('incremental oracle');
  const count = Math.ceil(cases / LAYOUTS.length);
  // Each layout has its own cases.
  const seed = first + index * count;
  const tally = new OracleTally();

  test(
    `${count} random cases from seed ${seed} report what the batch query finds, on ${shards} shards of ${layout.workers} workers`,
    () => checkOracleCases(seed, count, layout, tally),
    60_000 + count * 3000,
  );

  test('every feature is tested as the table says', () => {
    expect(tally.neglected(Math.min(7, Math.floor(count / 150)))).toEqual([]);
  });
}
