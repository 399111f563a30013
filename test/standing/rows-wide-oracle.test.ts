/**
 * Law 1 for named paths, chained OPTIONAL MATCHes, lists of matches, chains of WITHs and every aggregate: as
 * rows-oracle.test.ts, with queries of their own.
 *
 * WEIR_ORACLE_SEED and WEIR_ORACLE_CASES choose other cases and more of them.
 */
import { checkCasesOf } from './check-cases.js';
import { randomWideQuery } from './random-wide-query.js';
import { acceptedCase, runRowCase } from './run-row-case.js';

const SEED = Number(process.env['WEIR_ORACLE_SEED'] ?? 20264);
const CASES = Number(process.env['WEIR_ORACLE_CASES'] ?? 60);

test(
  `${CASES} random cases from seed ${SEED} agree with the batch query`,
  () => checkCasesOf(SEED, CASES, random => acceptedCase(random, randomWideQuery), runRowCase),
  CASES * 1000,
);
