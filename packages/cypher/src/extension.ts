/**
 * Everything that a module with functions and procedures for queries needs, and nothing else: each thread loads the
 * module, and with `@weir/cypher` it would load all of Cypher a second time if the engine is in a bundle. Imports must
 * stay light; the test lists the files that may be loaded.
 */
export * from '@weir/model/extension';
export { define as defineFunction } from './registry/define-function.js';
export { defineProcedure } from './registry/define-procedure.js';
export type {
  Accumulator,
  AggregateDefinition,
  ArgumentCount,
  FunctionArguments,
  FunctionDefinition,
} from './registry/function-definition.js';
export type { ExtensionFactory, Extensions } from './registry/function-registry.js';
export type {
  BatchProcedure,
  ProcedureDefinition,
  ProcedureField,
  StreamProcedure,
} from './registry/procedure-definition.js';
export type { RunState } from './run/run-state.js';
