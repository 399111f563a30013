/**
 * Jest runs the compiled files: build first (`npm test` does). `WEIR_TEST_TIER` selects the suites; the tiers are described
 * in packages/platform/src/testing/random-tests.ts.
 */
import { availableParallelism } from 'node:os';
import { removeOrphans } from './scripts/build/source-folders.mjs';

// The compiler leaves the output of deleted sources.
removeOrphans(import.meta.dirname);

const FOLDERS = ['{packages,apps}/*/dist', 'test/dist', 'bench/dist'];
const tier = process.env.WEIR_TEST_TIER ?? 'fast';
const suites = tier === 'integration' ? '*.integration.test.js' : '*.test.js';
const ofOtherTiers = tier === 'fast' ? ['\\.(?:integration|nightly)\\.test\\.js$'] : [];

export default {
  testMatch: FOLDERS.map(folder => `<rootDir>/${folder}/**/${suites}`),
  testPathIgnorePatterns: ['/node_modules/', ...ofOtherTiers],
  testEnvironment: 'node',
  // Suites are ES modules that Node itself loads: Jest's own runner takes 2.4 times as long for the fast tier.
  runner: 'jest-light-runner/child-process',
  setupFiles: ['./scripts/test-setup.mjs'],
  // Some suites wait for processes and timers, so two cores have time for a third suite.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
