/** For tests alone: an environment whose time stands still, ways to wait, and how long each random test is. */
export { eventually, settle, TestEnvironment, until } from './test-environment.js';
export { inFullTier, ofTier, RANDOM_TESTS, randomTest, TIER } from './random-tests.js';
