/** The functions and aggregates that generated queries call. */
import { PlainEdge, PlainNode, PlainPath, type PlainValue } from './plain-elements.js';
import { isList, isMap, NotComparable, order, same } from './plain-value.js';

export function callFunction(name: string, args: readonly PlainValue[]): PlainValue {
  const known = FUNCTIONS[name.toLowerCase()];
  if (known === undefined) throw new NotComparable(`the function ${name}`);
  if (args.includes(null) && !NULLABLE.has(name.toLowerCase())) return null;
  return known(...args);
}

/** Treats a read of a deleted element as not comparable: its value is undefined. */
export function alive<T extends PlainValue>(value: T): T {
  if ((value instanceof PlainNode || value instanceof PlainEdge) && value.isDeleted)
    throw new NotComparable('an element that was deleted');
  return value;
}

export function propertiesOf(value: PlainValue): ReadonlyMap<string, PlainValue> {
  if (value instanceof PlainNode || value instanceof PlainEdge) return alive(value).properties;
  if (isMap(value)) return value;
  throw new NotComparable('properties of something else');
}

/** Id of a node, as text that equals nothing else. */
export function idOf(node: PlainNode): string {
  return `id ${node.serial}`;
}

function list(value: PlainValue | undefined): readonly PlainValue[] {
  if (value === undefined || !isList(value)) throw new NotComparable('a list was expected');
  return value;
}

function integer(value: PlainValue | undefined): number {
  if (typeof value !== 'number') throw new NotComparable('an integer was expected');
  return value;
}

function path(value: PlainValue | undefined): PlainPath {
  if (!(value instanceof PlainPath)) throw new NotComparable('a path was expected');
  return value;
}

const NULLABLE = new Set(['coalesce']);

const FUNCTIONS: Readonly<Record<string, (...args: readonly PlainValue[]) => PlainValue>> = {
  size: value => (typeof value === 'string' ? value.length : list(value).length),
  head: value => list(value)[0] ?? null,
  last: value => list(value).at(-1) ?? null,
  tail: value => list(value).slice(1),
  reverse: value => [...list(value)].reverse(),
  id: value => {
    if (!(value instanceof PlainNode)) throw new NotComparable('a node was expected');
    return idOf(value);
  },
  coalesce: (...values) => values.find(value => value !== null) ?? null,
  abs: value => Math.abs(integer(value)),
  exists: () => true,
  range: (from, to) => {
    const length = Math.max(0, integer(to) - integer(from) + 1);
    return Array.from({ length }, (_, i) => integer(from) + i);
  },
  tostring: value => {
    if (typeof value === 'object') throw new NotComparable('the text of a structure');
    return String(value);
  },
  labels: value => {
    if (!(value instanceof PlainNode)) throw new NotComparable('a node was expected');
    return [...alive(value).labels].sort();
  },
  keys: value => [...propertiesOf(value).keys()].sort(),
  properties: value => new Map(propertiesOf(value)),
  type: value => {
    if (!(value instanceof PlainEdge)) throw new NotComparable('an edge was expected');
    return value.label;
  },
  startnode: value => (value instanceof PlainEdge ? value.source : null),
  endnode: value => (value instanceof PlainEdge ? value.target : null),
  nodes: value => path(value).nodes,
  relationships: value => path(value).edges,
  length: value => path(value).edges.length,
};

export const AGGREGATES = new Set(['count', 'sum', 'min', 'max', 'collect']);

/** @param values one for each row of the group. */
export function aggregate(name: string, distinct: boolean, values: readonly PlainValue[]): PlainValue {
  let taken = values.filter(value => value !== null);
  if (distinct) taken = taken.filter((value, i) => taken.findIndex(other => same(other, value)) === i);
  switch (name.toLowerCase()) {
    case 'count':
      return taken.length;
    case 'sum':
      return taken.reduce<number>((sum, value) => sum + integer(value), 0);
    case 'collect':
      return taken;
    case 'min':
      return taken.reduce<PlainValue>(
        (best, value) => (best === null || order(value, best) < 0 ? value : best),
        null,
      );
    default:
      return taken.reduce<PlainValue>(
        (best, value) => (best === null || order(value, best) > 0 ? value : best),
        null,
      );
  }
}
