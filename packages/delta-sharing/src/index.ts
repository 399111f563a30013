export type { DeltaSharingDefinition } from './definition/delta-sharing-source.js';
export { deltaSharingSource } from './kinds.js';
