/**
 * Law 1 for named paths, chained OPTIONAL MATCHes, lists of matches, chains of WITHs and all aggregates: like
 * rows-oracle.test.ts, with its own queries.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them.
 */
import type { SeededRandom } from '@weir/graph/testing';
import { randomTest } from '@weir/platform/testing';
import { checkCasesOf } from './check-cases.js';
import { randomWideQuery } from './random-wide-query.js';
import { acceptedCase, runRowCase } from './run-row-case.js';

const { seed: SEED, cases: CASES } = randomTest('rows-wide oracle');

/** Seeds of cases that found a bug: a pattern node put to sleep waited for an answer that it already had. */
const REGRESSIONS = [500589];

const wideCase = (random: SeededRandom): ReturnType<typeof acceptedCase> =>
  acceptedCase(random, randomWideQuery);

test.each(REGRESSIONS)('regression: seed %d', seed => checkCasesOf(seed, 1, wideCase, runRowCase));

test(
  `${CASES} random cases from seed ${SEED} agree with the batch query`,
  () => checkCasesOf(SEED, CASES, wideCase, runRowCase),
  60_000 + CASES * 1000,
);
