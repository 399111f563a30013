/** For tests alone: an environment whose time stands still, ways to wait, how long each random test is, and ports. */
export { eventually, settle, TestEnvironment, until } from './test-environment.js';
export { inNightlyTier, ofTier, RANDOM_TESTS, randomTest, TIER } from './random-tests.js';
export { freePort } from './free-port.js';
