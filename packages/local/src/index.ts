export { queryFields } from './definition/graph-destination.js';
export type { NumberSourceDefinition } from './definition/number-source.js';
export type { SampleSourceDefinition } from './definition/sample-source.js';
export { cypherDestination, dropDestination, numberSource, sampleSource } from './kinds.js';
