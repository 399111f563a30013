/**
 * Values and functions of the model for extensions, through the entry `@weir/cypher/extension`. Every thread loads it: keep it light.
 */
export type { NodeId } from './ids/node-id.js';
export { engineValues, type EngineValues } from './extensions/engine-values.js';
export * from './values/value.js';
export { type ErrorCode, WeirError } from '@weir/platform/errors';
