/** fast-check from a fixed seed, WEIR_TEST_SEED from the environment: whoever tests properties imports it from here. */
import * as fc from 'fast-check';
import { randomTest } from './random-tests.js';

fc.configureGlobal({ seed: randomTest('properties').seed });

export { fc };
