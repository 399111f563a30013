/**
 * Law 1 for everything that can be watched: random queries, writes and interleavings on a toy network, with sleep,
 * lost messages and late changes, compared with running the same query once.
 *
 * WEIR_ORACLE_SEED and WEIR_ORACLE_CASES choose other cases and more of them.
 */
import { OracleProgress } from '../support/oracle-progress.js';
import { checkCasesOf } from './check-cases.js';
import { randomRowCase, runRowCase } from './run-row-case.js';

const SEED = Number(process.env['WEIR_ORACLE_SEED'] ?? 20263);
const CASES = Number(process.env['WEIR_ORACLE_CASES'] ?? 700);

/** Seeds of cases that found a bug, each by another query. */
const REGRESSIONS = [20294, 20382, 20642, 21275, 31158, 31628, 5000349];

test.each(REGRESSIONS)('no more: seed %d', seed => checkCasesOf(seed, 1, randomRowCase, runRowCase));

test(
  `${CASES} random cases from seed ${SEED} agree with the batch query`,
  () => {
    const progress = new OracleProgress('rows', SEED, CASES, 'toy network');
    return checkCasesOf(SEED, CASES, randomRowCase, runRowCase, progress);
  },
  CASES * 1000,
);
