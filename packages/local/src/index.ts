export { queryFields } from './definition/graph-destination.js';
export type { NumberSourceDefinition } from './definition/number-source.js';
export { cypherDestination, dropDestination, numberSource } from './kinds.js';
