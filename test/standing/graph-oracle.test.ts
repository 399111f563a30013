/**
 * Laws 1 and 6 for DistinctId: the cases of the toy network on the real graph, with several layouts. Detects effects of
 * workers, frames, journals and waking on standing queries.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { randomTest } from '@weir/platform/testing';
import { describeLayout, OracleProgress } from '../support/oracle-progress.js';
import { checkCases, planOf } from './check-cases.js';
import { runGraphCase } from './run-graph-case.js';

const { seed: SEED, cases } = randomTest('graph oracle');
const CASES = Math.ceil(cases / 3);

/** Seeds and layouts of cases that found a bug. */
const REGRESSIONS = [
  // An edge was added to a node that had already been queried, while the node's own worker did not evaluate the query
  // yet.
  { seed: 5001203, layout: { workers: 2, shards: 2 } },
];

test.each(REGRESSIONS)('regression: seed $seed', ({ seed, layout }) =>
  checkCases(seed, 1, oracleCase => runGraphCase(oracleCase, layout, planOf)),
);

describe.each([
  { workers: 1, shards: 1 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])('on $shards shards of $workers workers', layout => {
  test(
    `${CASES} random cases from seed ${SEED} agree with brute force`,
    () => {
      const progress = new OracleProgress('distinct-id', SEED, CASES, describeLayout(layout));
      return checkCases(SEED, CASES, oracleCase => runGraphCase(oracleCase, layout, planOf), progress);
    },
    CASES * 3000,
  );
});
