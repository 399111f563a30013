/**
 * Law 1 for all supported queries: random queries, writes and interleavings on a toy network, with sleep, lost messages
 * and late changes, compared with running the same query once.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { randomTest } from '@weir/platform/testing';
import { OracleProgress } from '../support/oracle-progress.js';
import { checkCasesOf } from './check-cases.js';
import { randomRowCase, runRowCase } from './run-row-case.js';

const { seed: SEED, cases: CASES } = randomTest('rows oracle');

/** Seeds of cases that found a bug, each with another query. */
const REGRESSIONS = [20294, 20382, 20642, 21275, 31158, 31628, 5000349];

test.each(REGRESSIONS)('regression: seed %d', seed => checkCasesOf(seed, 1, randomRowCase, runRowCase));

test(
  `${CASES} random cases from seed ${SEED} agree with the batch query`,
  () => {
    const progress = new OracleProgress('rows', SEED, CASES, 'toy network');
    return checkCasesOf(SEED, CASES, randomRowCase, runRowCase, progress);
  },
  60_000 + CASES * 1000,
);
