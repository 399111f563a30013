export { NumberSource } from './source/number-source.js';
export { prepareNumbers } from './source/prepare-numbers.js';
