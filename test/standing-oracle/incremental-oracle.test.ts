/**
 * Law 1 and law 6 over the whole grammar, on the real graph: what a standing query has reported, cancellations
 * taken off, is what the same query finds now, row for row with multiplicities; through random writes, sleep,
 * restarts and crashes, at several layouts. Catches what the engine, workers, frames, journals and waking do wrong.
 *
 * WEIR_ORACLE_SEED and WEIR_ORACLE_CASES choose other cases and more of them.
 */
import { checkOracleCases, verdict } from './check-oracle-cases.js';
import { SeededRandom } from '@weir/graph/testing';
import { FEATURE_NAMES, isAccepted } from './grammar/features.js';
import { anyQuery, isTooNested } from './grammar/random-query.js';
import { OracleTally } from './oracle-tally.js';
import { REGRESSIONS } from './regressions.js';

const SEED = Number(process.env['WEIR_ORACLE_SEED'] ?? 20263);
const CASES = Number(process.env['WEIR_ORACLE_CASES'] ?? 3000);

const tally = new OracleTally();
const LAYOUTS = [
  { workers: 1, shards: 1 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
];

test.each(REGRESSIONS.map(regression => [regression.name, regression] as const))(
  'no more: %s',
  async (_, { oracleCase, layout }) => expect(await verdict(oracleCase, layout)).toBeUndefined(),
);

describe.each(LAYOUTS)('on $shards shards of $workers workers', layout => {
  const count = Math.ceil(CASES / LAYOUTS.length);
  // Each layout has cases of its own.
  const seed = SEED + LAYOUTS.indexOf(layout) * count;
  test(
    `${count} random cases from seed ${seed} report what the batch query finds`,
    () => checkOracleCases(seed, count, layout, tally),
    count * 3000,
  );
});

test('few queries are nested deeper than they can be', () => {
  const random = new SeededRandom(SEED);
  const offered = new Set(FEATURE_NAMES.filter(isAccepted));
  const drawn = Array.from({ length: 200 }, () => anyQuery(random, offered, 4));
  expect(drawn.filter(isTooNested).length).toBeLessThan(80);
});

test('every feature is tested as the table says', () => {
  expect(tally.neglected(Math.min(20, CASES / 100))).toEqual([]);
});
