/**
 * Law 1 with concurrent writers: see run-race-case.ts. WEIR_TEST_ORACLE_SEED and WEIR_TEST_RACE_CASES choose other
 * cases and more.
 */
import { randomTest } from '@weir/platform/testing';
import { runRaceCase } from './run-race-case.js';

const { seed: SEED, cases: CASES } = randomTest('racing sessions');

test.each([
  { workers: 1, shards: 2 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])(
  `${CASES} races from seed ${SEED}, on $shards shards of $workers workers`,
  async layout => {
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const wrong = await runRaceCase(seed, layout);
      if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
    }
  },
  60_000 + CASES * 3000,
);
