/**
 * Law 1 and law 6 for DistinctId: the cases of the toy network on the real graph, at several layouts. Catches what
 * workers, frames, journals and waking do to standing queries.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { randomTest } from '@weir/model/testing';
import { describeLayout, OracleProgress } from '../support/oracle-progress.js';
import { checkCases, planOf } from './check-cases.js';
import { runGraphCase } from './run-graph-case.js';

const { seed: SEED, cases } = randomTest('graph oracle');
const CASES = Math.ceil(cases / 3);

/** Seeds of cases that found a bug, with the layout. */
const REGRESSIONS = [
  // An edge came to a node that was asked already, while its own worker did not look at the query yet.
  { seed: 5001203, layout: { workers: 2, shards: 2 } },
];

test.each(REGRESSIONS)('no more: seed $seed', ({ seed, layout }) =>
  checkCases(seed, 1, oracleCase => runGraphCase(oracleCase, layout, planOf)),
);

describe.each([
  { workers: 1, shards: 1 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])('on $shards shards of $workers workers', layout => {
  test(
    `${CASES} random cases from seed ${SEED} agree with trying everything`,
    () => {
      const progress = new OracleProgress('distinct-id', SEED, CASES, describeLayout(layout));
      return checkCases(SEED, CASES, oracleCase => runGraphCase(oracleCase, layout, planOf), progress);
    },
    CASES * 3000,
  );
});
