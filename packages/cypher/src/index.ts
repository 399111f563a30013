export { QueryBudget } from './budget/query-budget.js';
export { DEFAULT_QUERY_LIMITS, limitQueries, type QueryLimits } from './budget/query-limits.js';
export type { CompileOptions } from './compile-options.js';
export * from './compiled-query.js';
export * from './query-effect.js';
export * from './errors/index.js';
export { compileRegex, isLinear, matchesFully, regexProblem } from './operations/regular-expression.js';
export { define as defineFunction } from './registry/define-function.js';
export { defineProcedure } from './registry/define-procedure.js';
export type { RunState } from './run/run-state.js';
export type {
  Accumulator,
  AggregateDefinition,
  ArgumentCount,
  FunctionArguments,
  FunctionDefinition,
} from './registry/function-definition.js';
export type { ExtensionFactory, Extensions } from './registry/function-registry.js';
export { type CypherOfGremlin, gremlinAsCypher } from './gremlin/gremlin-as-cypher.js';
export * from './graph-access.js';
export * from './graph-catalog.js';
export * from './node-view.js';
export type { NodeInspection, StandingStateInspection } from './node-inspection.js';
export type {
  BatchProcedure,
  ProcedureDefinition,
  ProcedureField,
  StreamProcedure,
} from './registry/procedure-definition.js';
export { compileQuery } from './query/compile-query.js';
export { callsFunction, cypherFunction, queryCallsFunction } from './query/cypher-function.js';
export type { CypherFunctionSource } from './query/cypher-function.js';
export * from './syntax/index.js';
export * from './language/index.js';
export { type NamedNodes, namedNodes } from './query/named-nodes.js';
export { compileRowExpression, isAggregateName } from './query/row-expression.js';
export type {
  CompiledRowExpression,
  RowExpressionColumn,
  RowExpressionOptions,
} from './query/row-expression.js';
