/**
 * Values to JSON text, written directly: `JSON.stringify` supports neither 64-bit integers nor floats that print with a
 * fraction. Two renderers, as the API has them:
 *
 * | | query (REST queries, UI) | result (standing-query results) |
 * |---|---|---|
 * | bytes | base64 | array of signed 8-bit integers |
 * | node | `{"id":..,"labels":[..],"properties":{..}}` | its properties with `_id` and `_labels` |
 * | relationship | `{"start":..,"end":..,"name":..,"properties":{..}}` | its properties with `_start`, `_end`, `_label` |
 * | path | array of nodes and relationships | null |
 * | datetime | with its zone | with its offset |
 *
 * Keys are sorted. NaN and the infinities are strings. Version 2 of the API omits null entries of maps.
 */
import { ZonedDateTime } from '@js-joda/core';
import { formatDouble } from '../text/java-double.js';
import { formatNodeId } from '../id-providers/id-text.js';
import { formatTemporal, formatWithOffset, isTemporal } from '../temporal/iso-text.js';
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

const enum Renderer {
  Query,
  /** As `Query`, without null entries. */
  Lean,
  Result,
}

/** Returns the JSON text of a value in REST queries and the UI. */
export function queryJson(value: Value): string {
  return write(value, Renderer.Query);
}

/** As `queryJson`, without null entries of maps, nodes and relationships. */
export function leanQueryJson(value: Value): string {
  return write(value, Renderer.Lean);
}

/** Returns the JSON text of a value in standing-query results. */
export function resultJson(value: Value): string {
  return write(value, Renderer.Result);
}

function write(value: Value, renderer: Renderer): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : floatJson(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    default:
      return value === null ? 'null' : writeObject(value, renderer);
  }
}

function floatJson(value: number): string {
  const text = formatDouble(value);
  return Number.isFinite(value) ? text : `"${text}"`;
}

function writeObject(
  value: Exclude<Value, null | boolean | number | bigint | string>,
  renderer: Renderer,
): string {
  if (Array.isArray(value)) return writeList(value as readonly Value[], renderer);
  if (value instanceof Float) return floatJson(value.value);
  if (value instanceof IdValue) return `"${formatNodeId(value.id)}"`;
  if (value instanceof Uint8Array) return writeBytes(value, renderer);
  if (value instanceof NodeValue) return writeNode(value, renderer);
  if (value instanceof RelationshipValue) return writeRelationship(value, renderer);
  if (value instanceof PathValue) return renderer === Renderer.Result ? 'null' : writePath(value, renderer);
  if (isTemporal(value)) {
    const offsetOnly = renderer === Renderer.Result && value instanceof ZonedDateTime;
    return `"${offsetOnly ? formatWithOffset(value) : formatTemporal(value)}"`;
  }
  return writeMap(value as ValueMap, renderer);
}

function writeList(values: readonly Value[], renderer: Renderer): string {
  let text = '[';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ',';
    text += write(values[i]!, renderer);
  }
  return text + ']';
}

function writeMap(map: ValueMap, renderer: Renderer): string {
  const keys = Object.keys(map).sort();
  let text = '{';
  for (const key of keys) {
    const value = map[key]!;
    if (value === null && renderer === Renderer.Lean) continue;
    if (text.length > 1) text += ',';
    text += JSON.stringify(key) + ':' + write(value, renderer);
  }
  return text + '}';
}

function writeBytes(bytes: Uint8Array, renderer: Renderer): string {
  if (renderer === Renderer.Result)
    return `[${new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length).join(',')}]`;
  return `"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}"`;
}

function writeNode(node: NodeValue, renderer: Renderer): string {
  if (renderer === Renderer.Result) return writeMap(nodeAsMap(node), renderer);
  const labels = writeList(node.labels, renderer);
  return `{"id":"${formatNodeId(node.id)}","labels":${labels},"properties":${writeMap(node.properties, renderer)}}`;
}

function writeRelationship(edge: RelationshipValue, renderer: Renderer): string {
  if (renderer === Renderer.Result) return writeMap(relationshipAsMap(edge), renderer);
  const ends = `"start":"${formatNodeId(edge.start)}","end":"${formatNodeId(edge.end)}"`;
  return `{${ends},"name":${JSON.stringify(edge.label)},"properties":${writeMap(edge.properties, renderer)}}`;
}

function writePath(path: PathValue, renderer: Renderer): string {
  let text = '[' + writeNode(path.nodes[0]!, renderer);
  for (let i = 0; i < path.relationships.length; i++) {
    text += ',' + writeRelationship(path.relationships[i]!, renderer);
    text += ',' + writeNode(path.nodes[i + 1]!, renderer);
  }
  return text + ']';
}

/** Returns a node as a map, for outputs that accept only data: its properties, `_id` and `_labels`. */
export function nodeAsMap(node: NodeValue): ValueMap {
  const map = copy(node.properties);
  map['_id'] = new IdValue(node.id);
  map['_labels'] = node.labels;
  return map;
}

/** Returns a relationship as a map: its properties, `_start`, `_end` and `_label`. */
export function relationshipAsMap(edge: RelationshipValue): ValueMap {
  const map = copy(edge.properties);
  map['_start'] = new IdValue(edge.start);
  map['_end'] = new IdValue(edge.end);
  map['_label'] = edge.label;
  return map;
}

function copy(map: ValueMap): ValueMap {
  const result: ValueMap = {};
  for (const key of Object.keys(map)) mapSet(result, key, map[key]!);
  return result;
}
