import { equals } from '../operations/comparison.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import { define } from '../registry/define-function.js';

export const GENERAL_FUNCTIONS: readonly FunctionDefinition[] = [
  define(
    'coalesce(x :: ANY...) :: ANY',
    'The first argument that is not null',
    args => {
      for (const value of args) if (value !== null) return value;
      return null;
    },
    { nullArguments: true },
  ),
  define('timestamp() :: INTEGER', 'Milliseconds since the Unix epoch', (_args, state) => state.startMillis, {
    pure: false,
  }),
  define(
    'nullIf(x :: ANY, y :: ANY) :: ANY',
    'Null if both are equal, otherwise the first',
    ([x, y], state) => (equals(x!, y!, state.budget) === true ? null : x!),
    { nullArguments: true },
  ),
];
