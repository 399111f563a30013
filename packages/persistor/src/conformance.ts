/**
 * The contract of every store, as a test suite. Call it from a test file with a function that creates the store's
 * factory. The suite detects lost, duplicated and reordered entries, snapshots read at the wrong time, ids missing from
 * a scan or a filter, torn groups, history folded too far, and results out of order. Durable stores are closed and
 * reopened during the tests.
 */
import { testCuts } from './conformance/cuts.js';
import { testHistoryFolding } from './conformance/history-folding.js';
import { testNodes } from './conformance/nodes.js';
import { testRandomOperations } from './conformance/random-operations.js';
import { testRecentWrites } from './conformance/recent-writes.js';
import { testResults } from './conformance/results.js';
import { storesOf } from './conformance/store-under-test.js';
import type { PersistorFactory } from './persistor.js';

/** @param makeFactory returns the factory of a new, empty data directory. */
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
