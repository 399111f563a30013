/** See run-replacement-case.ts. WEIR_TEST_REPLACEMENT_SEED and WEIR_TEST_ORACLE_REPLACEMENTS choose other cases and more. */
import { randomTest } from '@weir/platform/testing';
import { type ReplacementTally, runReplacementCase } from './run-replacement-case.js';

const { seed: SEED, cases: CASES } = randomTest('replacement oracle');

test(
  `${CASES} histories of random queries that replace each other, from seed ${SEED}`,
  async () => {
    const tally: ReplacementTally = { replacements: 0, differences: 0, copies: 0, rows: 0 };
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const wrong = await runReplacementCase(seed, { shards: 3, workers: seed % 8 === 7 ? 2 : 0 }, tally);
      if (wrong !== undefined) throw new Error(`WEIR_TEST_REPLACEMENT_SEED=${seed}: ${wrong}`);
    }
    if (CASES > 100) console.log(tally);
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
  },
  60_000 + CASES * 20_000,
);
