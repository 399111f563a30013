/**
 * Law 1 for groups of groups: like rows-oracle.test.ts, with its own queries.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import type { SeededRandom } from '@weir/graph/testing';
import { randomTest } from '@weir/platform/testing';
import { checkCasesOf } from './check-cases.js';
import { randomGroupingQuery } from './random-grouping-query.js';
import { acceptedCase, runRowCase } from './run-row-case.js';

const { seed: SEED, cases: CASES } = randomTest('rows-grouping oracle');

const groupingCase = (random: SeededRandom): ReturnType<typeof acceptedCase> =>
  acceptedCase(random, randomGroupingQuery);

test(
  `${CASES} random cases from seed ${SEED} agree with the batch query`,
  () => checkCasesOf(SEED, CASES, groupingCase, runRowCase),
  60_000 + CASES * 1000,
);
