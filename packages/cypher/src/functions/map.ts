import { mapSet, parseJson, queryJson } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { runtimeError, typeMismatch } from '../expression/operations/runtime-errors.js';
import { isList, isMap } from '../expression/operations/value-kind.js';
import { define, define1 } from './define.js';
import type { FunctionDefinition } from './function-definition.js';

function fromPairs(value: Value): Value | undefined {
  if (!isList(value)) return undefined;
  const map: ValueMap = {};
  for (const pair of value) {
    if (!isList(pair) || pair.length !== 2 || typeof pair[0] !== 'string') {
      throw typeMismatch(['List(Anything)'], pair, 'key value pair in `map.fromPairs`');
    }
    mapSet(map, pair[0], pair[1]!);
  }
  return map;
}

function filtered(map: ValueMap, keep: (key: string, value: Value) => boolean): ValueMap {
  const result: ValueMap = {};
  for (const key of Object.keys(map)) if (keep(key, map[key]!)) mapSet(result, key, map[key]!);
  return result;
}

function merged(a: ValueMap, b: ValueMap): ValueMap {
  const result = filtered(a, () => true);
  for (const key of Object.keys(b)) mapSet(result, key, b[key]!);
  return result;
}

function parse(value: Value): Value | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return parseJson(value);
  } catch (error) {
    throw runtimeError(`The text is no JSON: ${(error as Error).message}`, 'InvalidArgumentValue');
  }
}

export const MAP_FUNCTIONS: readonly FunctionDefinition[] = [
  define1('map.fromPairs(pairs :: LIST OF ANY) :: MAP', 'A map from a list of [key, value]', fromPairs),
  define1(
    'map.sortedProperties(map :: MAP) :: LIST OF ANY',
    'A list of [key, value], sorted by key',
    value => {
      return isMap(value)
        ? Object.keys(value)
            .sort()
            .map(key => [key, value[key]!])
        : undefined;
    },
  ),
  define('map.removeKey(map :: MAP, key :: STRING) :: MAP', 'The map without a key', ([map, key]) =>
    isMap(map!) && typeof key === 'string' ? filtered(map, name => name !== key) : undefined,
  ),
  define(
    'map.merge(a :: MAP, b :: MAP) :: MAP',
    'Both maps in one; of equal keys the second wins',
    ([a, b]) => (isMap(a!) && isMap(b!) ? merged(a, b) : undefined),
  ),
  define1('map.dropNullValues(map :: MAP) :: MAP', 'The map without its null entries', value =>
    isMap(value) ? filtered(value, (_key, entry) => entry !== null) : undefined,
  ),
  define1('toJson(x :: ANY) :: STRING', 'A value as compact JSON', value => queryJson(value), {
    loads: true,
    entities: 'never',
  }),
  define1('parseJson(text :: STRING) :: ANY', 'The value that JSON stands for', parse),
];
