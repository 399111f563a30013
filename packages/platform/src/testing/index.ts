/** Test helpers: an environment with a controlled clock, ways to wait, lengths of random tests, and ports. */
export { eventually, settle, TestEnvironment, until } from './test-environment.js';
export { inNightlyTier, ofTier, RANDOM_TESTS, randomTest, TIER } from './random-tests.js';
export { freePort } from './free-port.js';
