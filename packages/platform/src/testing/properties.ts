/** fast-check with a fixed seed, or WEIR_TEST_SEED from the environment. Property tests import it from here. */
import * as fc from 'fast-check';
import { randomTest } from './random-tests.js';

fc.configureGlobal({ seed: randomTest('properties').seed });

export { fc };
