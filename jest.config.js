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
  transform: {},
  // packages/cypher requires this file, an ES module; Jest can do so only since Node 24.9.
  moduleNameMapper: { '/chevrotain\\.js$': '<rootDir>/node_modules/chevrotain/lib/chevrotain.mjs' },
  setupFiles: ['./scripts/test-setup.mjs'],
  // Random tests are up to a hundred times longer in the nightly tier.
  testTimeout: tier === 'nightly' ? 1_800_000 : 180_000,
  // Some suites wait for processes and timers, so two cores have time for a third suite.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
