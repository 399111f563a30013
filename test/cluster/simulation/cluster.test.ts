/**
 * Random histories of a cluster of the real graph, in one thread. WEIR_TEST_CLUSTER_SEED and WEIR_TEST_CLUSTER_CASES
 * select others and more; `runCluster` with the same seed repeats a history.
 */
import { randomTest } from '@weir/platform/testing';
import { type RunCounts, runCluster, SHORT_LOG_BYTES } from './cluster-run.js';

const { seed: SEED, cases: CASES } = randomTest('clusters');
const MILLIS_PER_CASE = 2_000;
/** Fraction of records, in every other history, that are not retried when they fail. */
const BY_HAND = 0.4;

/** Each of these occurs in every few histories. */
const HAPPENS: readonly (keyof RunCounts)[] = [
  'kills',
  'freezes',
  'cuts',
  'moves',
  'storeFailures',
  'suspicions',
  'takeovers',
  'snapshots',
  'restores',
];

test(
  `${CASES} histories from seed ${SEED}`,
  async () => {
    const problems: string[] = [];
    const happened = new Map<string, number>();
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const { problems: found, counts } = await runCluster(seed, {
        byHand: seed % 2 === 0 ? BY_HAND : 0,
        suspects: seed % 3 !== 0,
        snapshotBytes: SHORT_LOG_BYTES,
      });
      problems.push(...found.map(problem => `seed ${seed}: ${problem}`));
      for (const [name, count] of Object.entries(counts))
        happened.set(name, (happened.get(name) ?? 0) + count);
    }
    expect(problems).toEqual([]);
    for (const name of HAPPENS) expect([name, happened.get(name)! >= CASES / 4]).toEqual([name, true]);
  },
  60_000 + CASES * MILLIS_PER_CASE,
);

test('handles a retraction that its sender forgot', async () => {
  expect((await runCluster(157, { byHand: BY_HAND })).problems).toEqual([]);
});

test.each([3884, 7424])(
  'handles a half-edge that reached a shard being opened while the other half was lost: seed %i',
  async seed => {
    expect((await runCluster(seed, { byHand: BY_HAND })).problems).toEqual([]);
  },
);

test('a shard that another process takes over while it recovers stops', async () => {
  const options = { byHand: BY_HAND, suspects: true, snapshotBytes: SHORT_LOG_BYTES };
  expect((await runCluster(1046, options)).problems).toEqual([]);
});
