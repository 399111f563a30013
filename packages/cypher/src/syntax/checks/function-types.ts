/** Type information about functions: arguments that are always wrong, and result types. Names in lower case. */
import { elementOf, isList, joined, listOf, type ScalarType, type StaticType } from './static-type.js';

/** The aggregates of openCypher. */
export const AGGREGATES: ReadonlySet<string> = new Set([
  'avg',
  'collect',
  'count',
  'max',
  'min',
  'percentilecont',
  'percentiledisc',
  'stdev',
  'stdevp',
  'sum',
]);

/** Functions that return different values each time: they are not allowed inside an aggregate. */
export const VOLATILE: ReadonlySet<string> = new Set(['rand', 'randomuuid']);

type Accepted = readonly (ScalarType | 'list')[];

const ENTITY: Accepted = ['node', 'relationship'];

/** Accepted types of the first argument. */
export const FIRST_ARGUMENT: ReadonlyMap<string, Accepted> = new Map([
  ['endnode', ['relationship']],
  ['keys', [...ENTITY, 'map']],
  ['labels', ['node']],
  ['length', ['path', 'list', 'string']],
  ['nodes', ['path', 'list']],
  ['properties', [...ENTITY, 'map']],
  ['relationships', ['path', 'list']],
  ['size', ['list', 'string', 'map']],
  ['startnode', ['relationship']],
  ['type', ['relationship']],
]);

type Result = StaticType | ((types: readonly StaticType[]) => StaticType);

const first = (types: readonly StaticType[]): StaticType => types[0] ?? 'any';
const firstElement = (types: readonly StaticType[]): StaticType => elementOf(first(types));

const RESULTS: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['coalesce', joined],
  ['collect', types => listOf(first(types))],
  ['count', 'integer'],
  ['endnode', 'node'],
  ['exists', 'boolean'],
  ['head', firstElement],
  ['keys', listOf('string')],
  ['labels', listOf('string')],
  ['last', firstElement],
  ['length', 'integer'],
  ['max', first],
  ['min', first],
  ['nodes', listOf('node')],
  ['properties', 'map'],
  ['range', listOf('integer')],
  ['relationships', listOf('relationship')],
  ['size', 'integer'],
  ['startnode', 'node'],
  ['tail', types => (isList(first(types)) ? first(types) : 'any')],
  ['type', 'string'],
]);

export function resultType(name: string, types: readonly StaticType[]): StaticType {
  const result = RESULTS.get(name.toLowerCase()) ?? 'any';
  return typeof result === 'function' ? result(types) : result;
}
