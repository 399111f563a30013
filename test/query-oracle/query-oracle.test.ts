/**
 * Ad hoc and ingest queries return the same as a naive interpreter that runs clause by clause over two lists. Detects
 * missing barriers between clauses, wrong plans and wrong operators, in batches of one row and more, and in graphs of
 * 1, 2 and 8 shards.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { randomTest } from '@weir/platform/testing';
import { OracleProgress } from '../support/oracle-progress.js';
import { checkCases, differenceOf } from './check-cases.js';
import { mapGraphEngine, type QueryEngine, shardedEngine } from './engines.js';
import { QUERY_REGRESSIONS } from './regressions.js';

const ENGINES: readonly QueryEngine[] = [
  mapGraphEngine(1),
  mapGraphEngine(2),
  mapGraphEngine(3),
  mapGraphEngine(1024),
  shardedEngine(1),
  shardedEngine(2),
  shardedEngine(8),
];
/** Nearly all drawn cases must be comparable, or the test is meaningless. */
const LEAST_COMPARED = 0.9;

afterAll(async () => {
  for (const engine of ENGINES) await engine.close();
});

const { cases, seed } = randomTest('query oracle');

test(
  `${cases} random queries from seed ${seed} return what the naive interpreter returns`,
  async () => {
    const progress = new OracleProgress('ad hoc queries', seed, cases);
    const tally = await checkCases(seed, cases, ENGINES, () => progress.passed());
    progress.end();
    expect(tally.compared).toBeGreaterThan(cases * LEAST_COMPARED);
  },
  60_000 + cases * 1000,
);

describe.each(ENGINES.map(engine => [engine.name, engine] as const))('on %s', (_, engine) => {
  test.each(QUERY_REGRESSIONS.map(regression => [regression.wrong, regression] as const))(
    'stays correct where an earlier version was wrong: %s',
    async (_wrong, regression) => {
      const tally = { compared: 0, skipped: new Map<string, number>() };
      expect(await differenceOf(regression, engine, tally)).toBeUndefined();
      expect([...tally.skipped.keys()]).toEqual([]);
    },
  );
});
