/** Values as text for users: Cypher's `toString`, and the quoted form that logs and messages use. */
import { formatDouble } from './java-double.js';
import { formatNodeId } from '../id-providers/id-text.js';
import { formatTemporal, isTemporal } from '../temporal/iso-text.js';
import { Kind, kindOf } from '../values/value-kind.js';
import {
  Float,
  IdValue,
  mapSet,
  NodeValue,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '../values/value.js';

/** `toString(value)`: strings as they are, temporal values in ISO 8601, everything else as `literalText`. */
export function valueText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && isTemporal(value)) return formatTemporal(value);
  return literalText(value);
}

const SHORT_LENGTH = 1000;
const SHORT_DEPTH = 8;

/** `valueText` for messages: only the beginning of a long or deep value, in bounded time. */
export function shortText(value: Value): string {
  const text = valueText(beginning(value, { left: SHORT_LENGTH / 4 }, SHORT_DEPTH));
  return text.length > SHORT_LENGTH ? `${text.slice(0, SHORT_LENGTH)}...` : text;
}

/** `literalText` for messages, shortened like `shortText`. */
export function shortLiteral(value: Value): string {
  const text = literalText(beginning(value, { left: SHORT_LENGTH / 4 }, SHORT_DEPTH));
  return text.length > SHORT_LENGTH ? `${text.slice(0, SHORT_LENGTH)}...` : text;
}

function beginning(value: Value, room: { left: number }, depth: number): Value {
  if (typeof value === 'string')
    return value.length > SHORT_LENGTH ? value.slice(0, SHORT_LENGTH + 1) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return listBeginning(value as readonly Value[], room, depth);
  if (value instanceof Uint8Array) return value.subarray(0, SHORT_LENGTH);
  if (value instanceof NodeValue) {
    return new NodeValue(value.id, value.labels, mapBeginning(value.properties, room, depth), value.loaded);
  }
  if (value instanceof PathValue) return value.nodes.length > room.left ? MORE : value;
  return kindOf(value) === Kind.Map ? mapBeginning(value as ValueMap, room, depth) : value;
}

const MORE = '...';

function listBeginning(list: readonly Value[], room: { left: number }, depth: number): Value {
  if (depth === 0) return [MORE];
  const start: Value[] = [];
  for (const element of list) {
    if (--room.left < 0) return [...start, MORE];
    start.push(beginning(element, room, depth - 1));
  }
  return start;
}

function mapBeginning(map: ValueMap, room: { left: number }, depth: number): ValueMap {
  if (depth === 0) return { [MORE]: MORE };
  const start: ValueMap = {};
  for (const key in map) {
    if (--room.left < 0) break;
    mapSet(start, key, beginning(map[key]!, room, depth - 1));
  }
  return start;
}

/** Returns a value as a query literal: `[ 1, "a" ]`, `{ k: 1.0 }`, `datetime("...")`, `(id:Label { k: 1 })`. */
export function literalText(value: Value): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : formatDouble(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? 'null' : objectText(value);
  }
}

const TEMPORAL_NAMES: Partial<Record<Kind, string>> = {
  [Kind.Date]: 'date',
  [Kind.Time]: 'time',
  [Kind.LocalTime]: 'localtime',
  [Kind.LocalDateTime]: 'localdatetime',
  [Kind.DateTime]: 'datetime',
  [Kind.Duration]: 'duration',
};

function objectText(value: Exclude<Value, null | boolean | number | bigint | string>): string {
  if (Array.isArray(value)) return listText(value as readonly Value[]);
  if (value instanceof Float) return formatDouble(value.value);
  if (value instanceof IdValue) return '#' + Buffer.from(value.id, 'latin1').toString('hex').toUpperCase();
  if (value instanceof Uint8Array) return `bytes("${Buffer.from(value).toString('hex').toUpperCase()}")`;
  if (value instanceof NodeValue) return nodeText(value);
  if (value instanceof RelationshipValue) return relationshipText(value);
  if (value instanceof PathValue) return pathText(value);
  if (isTemporal(value)) return `${TEMPORAL_NAMES[kindOf(value)]!}("${formatTemporal(value)}")`;
  return mapText(value as ValueMap);
}

function listText(values: readonly Value[]): string {
  return values.length === 0 ? '[]' : `[ ${values.map(literalText).join(', ')} ]`;
}

function mapText(map: ValueMap): string {
  const keys = Object.keys(map).sort();
  return keys.length === 0 ? '{}' : `{ ${keys.map(key => `${key}: ${literalText(map[key]!)}`).join(', ')} }`;
}

function nodeText(node: NodeValue): string {
  const labels = node.labels.map(label => ':' + label).join('');
  const properties = Object.keys(node.properties).length === 0 ? '' : ' ' + mapText(node.properties);
  return `(${formatNodeId(node.id)}${labels}${properties})`;
}

function relationshipText(edge: RelationshipValue): string {
  return `(${formatNodeId(edge.start)})-[:${edge.label}]->(${formatNodeId(edge.end)})`;
}

function pathText(path: PathValue): string {
  let text = nodeText(path.nodes[0]!);
  for (let i = 0; i < path.relationships.length; i++) {
    const { start, label } = path.relationships[i]!;
    const forward = start === path.nodes[i]!.id;
    text += `${forward ? '-' : '<-'}[:${label}]${forward ? '->' : '-'}${nodeText(path.nodes[i + 1]!)}`;
  }
  return text;
}
