/**
 * Jest's order of suites, longest first: one that begins last is waited for by an idle core. Jest knows how long each
 * was from the run before; where there was none (a fresh clone), the longest are those listed here.
 */
import Sequencer from '@jest/test-sequencer';

/** Longest first, as measured in the fast tier on two cores. */
export const LONGEST = [
  'test/end-to-end/back-pressure',
  'test/crash/restart',
  'test/crash/kill-at-random',
  'test/crash/edges-under-kills',
  'packages/runtime/src/coordinator/worker-loss',
  'test/layouts/layouts',
  'test/end-to-end/results-resume',
  'apps/gateway/src/cli/program',
  'test/end-to-end/backup-and-export',
  'packages/runtime/src/coordinator/streaming-graph',
  'test/standing-oracle/incremental-oracle-8-shards',
  'test/standing-oracle/incremental-oracle-2-shards',
  'packages/persistor/src/embedded/embedded-persistor',
  'packages/runtime/src/coordinator/node-procedures',
  'packages/outputs/src/delivery/outputs-of-graph',
  'test/start/start',
  'packages/runtime/src/backup/backup',
  'packages/persistor/src/embedded/restarts',
  'test/standing-oracle/oracle-regressions',
  'test/bad-input/recipes',
  'packages/runtime/src/transfer/transfer',
  'test/bad-input/records',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const ranks = new Map(sorted.map(test => [test, rankOf(test.path)]));
    return sorted.sort((a, b) => ranks.get(a) - ranks.get(b));
  }
}

function rankOf(path) {
  const source = path.replaceAll('\\', '/').replace('/test/dist/', '/test/').replace('/dist/', '/src/');
  const rank = LONGEST.findIndex(suite => source.endsWith(`/${suite}.test.js`));
  return rank === -1 ? LONGEST.length : rank;
}
