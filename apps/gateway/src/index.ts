export { Weir, type WeirOptions } from './weir.js';
