import { mapSet, parseJson, queryJson } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { runtimeError, typeMismatch } from '../operations/runtime-errors.js';
import { isList, isMap } from '../operations/value-kind.js';
import type { RunState } from '../run/run-state.js';
import { define, define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

function fromPairs(value: Value, { budget }: RunState): Value | undefined {
  if (!isList(value)) return undefined;
  budget.list(value.length);
  const map: ValueMap = {};
  for (const pair of value) {
    budget.step();
    if (!isList(pair) || pair.length !== 2 || typeof pair[0] !== 'string') {
      throw typeMismatch(['List(Anything)'], pair, 'key value pair in `map.fromPairs`');
    }
    mapSet(map, pair[0], pair[1]!);
  }
  return map;
}

function filtered(
  map: ValueMap,
  { budget }: RunState,
  keep: (key: string, value: Value) => boolean,
): ValueMap {
  const result: ValueMap = {};
  const keys = Object.keys(map);
  budget.list(keys.length);
  budget.steps(keys.length);
  for (const key of keys) if (keep(key, map[key]!)) mapSet(result, key, map[key]!);
  return result;
}

function merged(a: ValueMap, b: ValueMap, state: RunState): ValueMap {
  const result = filtered(a, state, () => true);
  const keys = Object.keys(b);
  state.budget.list(keys.length);
  state.budget.steps(keys.length);
  for (const key of keys) mapSet(result, key, b[key]!);
  return result;
}

/** Maximum size in memory of a value per character of its JSON. */
const BYTES_PER_CHAR = 8;

function parse(value: Value, { budget }: RunState): Value | undefined {
  if (typeof value !== 'string') return undefined;
  budget.steps(value.length >>> 3);
  budget.made(value.length * BYTES_PER_CHAR);
  let parsed: Value;
  try {
    parsed = parseJson(value);
  } catch (error) {
    throw runtimeError(`The string is not valid JSON: ${(error as Error).message}`, 'InvalidArgumentValue');
  }
  budget.walk(parsed);
  return parsed;
}

const PAIR_BYTES = 32;

function toJson(value: Value, { budget }: RunState): Value {
  const expected = budget.walk(value);
  budget.string(expected);
  const text = queryJson(value);
  // Escaping can double a text, and more.
  if (text.length > expected) budget.string(text.length);
  return text;
}

export const MAP_FUNCTIONS: readonly FunctionDefinition[] = [
  define1('map.fromPairs(pairs :: LIST OF ANY) :: MAP', 'A map from a list of [key, value]', fromPairs),
  define1(
    'map.sortedProperties(map :: MAP) :: LIST OF ANY',
    'A list of [key, value], sorted by key',
    (value, { budget }) => {
      if (!isMap(value)) return undefined;
      const keys = Object.keys(value);
      budget.list(keys.length);
      budget.steps(keys.length);
      budget.made(PAIR_BYTES * keys.length);
      return keys.sort().map(key => [key, value[key]!]);
    },
  ),
  define('map.removeKey(map :: MAP, key :: STRING) :: MAP', 'The map without a key', ([map, key], state) =>
    isMap(map!) && typeof key === 'string' ? filtered(map, state, name => name !== key) : undefined,
  ),
  define(
    'map.merge(a :: MAP, b :: MAP) :: MAP',
    'A map with the entries of both; the second map wins for equal keys',
    ([a, b], state) => (isMap(a!) && isMap(b!) ? merged(a, b, state) : undefined),
  ),
  define1('map.dropNullValues(map :: MAP) :: MAP', 'The map without its null entries', (value, state) =>
    isMap(value) ? filtered(value, state, (_key, entry) => entry !== null) : undefined,
  ),
  define1('toJson(x :: ANY) :: STRING', 'A value as compact JSON', toJson, {
    loads: true,
    entities: 'never',
  }),
  define1('parseJson(text :: STRING) :: ANY', 'The value of a JSON string', parse),
];
