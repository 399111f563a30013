import type { FunctionRegistry } from '../registry/function-registry.js';
import type { CheckOptions } from '../syntax/index.js';

/** Derives the options of the semantic checks from a registry and the initial parameters and variables. */
export function checkOptions(
  registry: FunctionRegistry,
  parameters: readonly string[] | undefined,
  variables: readonly string[],
): CheckOptions {
  return {
    isFunction: name => registry.function(name) !== undefined || registry.aggregate(name) !== undefined,
    isAggregate: name => registry.aggregate(name) !== undefined,
    arity: name => {
      const definition = registry.function(name) ?? registry.aggregate(name);
      return definition?.arguments;
    },
    procedure: name => registry.procedure(name),
    parameters,
    variables: new Map(variables.map(name => [name, 'unknown'])),
  };
}
