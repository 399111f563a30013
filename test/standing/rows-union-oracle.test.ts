/**
 * Law 1 for UNION and UNION ALL: like rows-oracle.test.ts, with its own queries.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import type { SeededRandom } from '@weir/graph/testing';
import { randomTest } from '@weir/platform/testing';
import { checkCasesOf } from './check-cases.js';
import { randomUnion } from './random-query.js';
import { acceptedCase, runRowCase, withTextIds } from './run-row-case.js';

const { seed: SEED, cases: CASES } = randomTest('rows-union oracle');

const unionCase = (random: SeededRandom): ReturnType<typeof acceptedCase> =>
  acceptedCase(random, withTextIds(randomUnion));

test(
  `${CASES} random cases from seed ${SEED} agree with the batch query`,
  () => checkCasesOf(SEED, CASES, unionCase, runRowCase),
  60_000 + CASES * 1000,
);
