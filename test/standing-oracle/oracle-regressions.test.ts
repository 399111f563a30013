/** Cases of the incremental oracle that once failed, and statistics of the queries it draws. */
import { SeededRandom } from '@weir/graph/testing';
import { ofTier } from '@weir/platform/testing';
import { verdict } from './check-oracle-cases.js';
import { FEATURE_NAMES, isAccepted } from './grammar/features.js';
import { anyQuery, isTooNested } from './grammar/random-query.js';
import { REGRESSIONS } from './regressions.js';

test.each(REGRESSIONS.map(regression => [regression.name, regression] as const))(
  'regression: %s',
  async (_, { oracleCase, layout }) => expect(await verdict(oracleCase, layout)).toBeUndefined(),
);

const DRAWS = ofTier({ fast: 60, nightly: 200 });
const MOST_TOO_NESTED = ofTier({ fast: 30, nightly: 80 });

test('few queries are nested too deeply', () => {
  // A fixed seed: this number of draws is too small for a random one.
  const random = new SeededRandom(20263);
  const offered = new Set(FEATURE_NAMES.filter(isAccepted));
  const drawn = Array.from({ length: DRAWS }, () => anyQuery(random, offered, 4));
  expect(drawn.filter(isTooNested).length).toBeLessThan(MOST_TOO_NESTED);
});
