/**
 * Law 1 for DistinctId: random patterns, writes and interleavings on a toy network, compared with brute force. Detects
 * lost and false matches, wrong retractions, states that a restart changes, and orphaned subscriptions.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import { randomTest } from '@weir/platform/testing';
import { OracleProgress } from '../support/oracle-progress.js';
import { checkCases, planOf } from './check-cases.js';
import { runCase } from './run-case.js';

const { seed: SEED, cases: CASES } = randomTest('distinct-id oracle');

test(
  `${CASES} random cases from seed ${SEED} agree with brute force`,
  () => {
    const progress = new OracleProgress('distinct-id', SEED, CASES, 'toy network');
    return checkCases(SEED, CASES, oracleCase => runCase(oracleCase, planOf), progress);
  },
  60_000 + CASES * 1000,
);
