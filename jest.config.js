/**
 * Tests run on the compiled files, as the product does: build first (`npm test` does). Two tiers: `fast` (`npm test`)
 * leaves out the suites called `*.full.test.ts`, `full` (`npm run test:full`, WEIR_TEST_TIER=full) has all; how long random
 * tests are in each stands in packages/model/src/testing/random-tests.ts.
 */
import { availableParallelism } from 'node:os';
import { removeOrphans } from './scripts/source-folders.mjs';

// The compiler leaves what it made of sources that are gone.
removeOrphans(import.meta.dirname);

export default {
  testMatch: [
    '<rootDir>/{packages,apps}/*/dist/**/*.test.js',
    '<rootDir>/test/dist/**/*.test.js',
    '<rootDir>/bench/dist/**/*.test.js',
  ],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.WEIR_TEST_TIER === 'full' ? [] : ['\\.full\\.test\\.js$']),
  ],
  testEnvironment: 'node',
  // What suites share is Node's own (see the runner); to take it away between two of them breaks the second.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  testRunner: './scripts/native-suites.mjs',
  transform: {},
  injectGlobals: true,
  testTimeout: 180_000,
  testSequencer: './scripts/longest-first.mjs',
  // Some suites wait for processes and timers: on two cores a third one has the time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
