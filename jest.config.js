/** Tests run on the compiled files, as the product does: build first (`npm test` does). */
import { removeOrphans } from './scripts/source-folders.mjs';

// The compiler leaves what it made of sources that are gone.
removeOrphans(import.meta.dirname);

export default {
  testMatch: [
    '<rootDir>/{packages,apps}/*/dist/**/*.test.js',
    '<rootDir>/test/dist/**/*.test.js',
    '<rootDir>/bench/dist/**/*.test.js',
  ],
  testEnvironment: 'node',
  transform: {},
  injectGlobals: true,
  testTimeout: 60_000,
};
