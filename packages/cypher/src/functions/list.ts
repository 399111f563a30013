import { PathValue, orderValues } from '@weir/model';
import type { Value } from '@weir/model';
import { isList, isMap } from '../operations/value-kind.js';
import type { RunState } from '../run/run-state.js';
import { define, define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import { integerRange } from './integer-range.js';

const SHORT_RANGE = 1024;

function size(value: Value): Value | undefined {
  if (typeof value === 'string' || isList(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : undefined;
}

function length(value: Value): Value | undefined {
  if (value instanceof PathValue) return value.relationships.length;
  return typeof value === 'string' || isList(value) ? value.length : undefined;
}

function isEmpty(value: Value): Value | undefined {
  const elements = size(value);
  return elements === undefined ? undefined : elements === 0;
}

function range(args: readonly Value[], state: RunState): Value | undefined {
  const integers = integerRange(args);
  if (integers === undefined) return undefined;
  const { length } = integers;
  state.budget.list(length);
  state.budget.steps(length);
  const list: Value[] = [];
  for (let i = 0; i < length; i++) {
    list.push(integers.at(i));
  }
  return list;
}

/** A short constant list is created once. */
function shortRange(constants: readonly (Value | undefined)[]): FunctionDefinition['evaluate'] | undefined {
  // A step of zero is a run-time error.
  if (constants.includes(undefined) || constants[2] === 0) return undefined;
  const integers = integerRange(constants as readonly Value[]);
  if (integers === undefined || integers.length > SHORT_RANGE) return undefined;
  const list = Array.from({ length: integers.length }, (_, i) => integers.at(i));
  return () => list;
}

function extreme(args: readonly Value[], sign: 1 | -1, { budget }: RunState): Value | undefined {
  const list = args.length === 1 && isList(args[0]!) ? args[0] : args;
  let best: Value | undefined;
  for (const value of list) {
    budget.step();
    if (best === undefined || orderValues(value, best, budget) * sign > 0) best = value;
  }
  return best ?? null;
}

function ofList(
  signature: string,
  description: string,
  compute: (list: readonly Value[], state: RunState) => Value | undefined,
): FunctionDefinition {
  return define1(signature, description, (value, state) =>
    isList(value) ? compute(value, state) : undefined,
  );
}

export const RANGE = define(
  'range(start :: INTEGER, end :: INTEGER, step :: INTEGER?) :: LIST OF INTEGER',
  'Integers from start to end, both included',
  range,
  { usesState: true, compile: shortRange },
);

export const LIST_FUNCTIONS: readonly FunctionDefinition[] = [
  define1(
    'size(x :: ANY) :: INTEGER',
    'The number of elements of a list or of characters of a string',
    size,
    {
      entities: 'never',
    },
  ),
  define1('length(x :: ANY) :: INTEGER', 'The number of relationships of a path, or the size', length, {
    entities: 'never',
  }),
  define1('isEmpty(x :: ANY) :: BOOLEAN', 'Whether a list, map or string is empty', isEmpty, {
    entities: 'never',
  }),
  ofList('head(list :: LIST OF ANY) :: ANY', 'The first element', list => list[0] ?? null),
  ofList('last(list :: LIST OF ANY) :: ANY', 'The last element', list => list[list.length - 1] ?? null),
  ofList('tail(list :: LIST OF ANY) :: LIST OF ANY', 'All but the first element', (list, { budget }) => {
    budget.list(list.length);
    return list.slice(1);
  }),
  RANGE,
  define(
    'coll.max(x :: ANY...) :: ANY',
    'The largest element of a list or of the arguments',
    (args, state) => extreme(args, 1, state),
    {
      nullArguments: true,
    },
  ),
  define(
    'coll.min(x :: ANY...) :: ANY',
    'The smallest element of a list or of the arguments',
    (args, state) => extreme(args, -1, state),
    {
      nullArguments: true,
    },
  ),
];
