/**
 * What a module with functions and procedures for queries needs, and no more: each thread of a graph loads the module,
 * and would load all of Cypher a second time with `@weir/cypher` where the engine is in a bundle. What this imports
 * must stay light; its test says which files may be loaded.
 */
export * from '@weir/model/extension';
export { define as defineFunction } from './functions/define.js';
export { defineProcedure } from './procedures/define-procedure.js';
export type {
  Accumulator,
  AggregateDefinition,
  FunctionDefinition,
} from './functions/function-definition.js';
export type { ExtensionFactory, Extensions } from './functions/function-registry.js';
export type {
  BatchProcedure,
  ProcedureDefinition,
  ProcedureField,
  StreamProcedure,
} from './procedures/procedure-definition.js';
export type { RunState } from './expression/run/run-state.js';
