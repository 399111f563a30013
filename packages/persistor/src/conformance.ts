/**
 * What every store must do, as a test suite: call it from a test file with a way to make the store's factory.
 * It catches lost, doubled and reordered entries, snapshots taken from the wrong time, ids that a scan or a
 * filter forgets, groups that are torn apart, history that is folded too far, and results out of order; stores that
 * say they are durable are closed and opened again in the middle of it.
 */
import { testCuts } from './conformance/cuts.js';
import { testHistoryFolding } from './conformance/history-folding.js';
import { testNodes } from './conformance/nodes.js';
import { testRandomOperations } from './conformance/random-operations.js';
import { testRecentWrites } from './conformance/recent-writes.js';
import { testResults } from './conformance/results.js';
import { storesOf } from './conformance/store-under-test.js';
import type { PersistorFactory } from './persistor.js';

/**
 * @param makeFactory the factory of a fresh, empty data directory.
 */
export function describePersistor(
  name: string,
  makeFactory: () => PersistorFactory | Promise<PersistorFactory>,
): void {
  const withStore = storesOf(makeFactory);
  describe(`store ${name}`, () => {
    testNodes(withStore);
    testHistoryFolding(withStore);
    testRecentWrites(withStore);
    testResults(withStore);
    testCuts(withStore, makeFactory);
    testRandomOperations(withStore);
  });
}
