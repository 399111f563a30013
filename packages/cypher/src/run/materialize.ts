/**
 * Replaces handles with values, anywhere inside a value: nodes with labels and properties, relationships with
 * properties. Applied to everything that leaves the engine, or that is passed to a function that reads elements. While
 * data is missing (`state.missed`), the result is meaningless.
 */
import { NodeValue, PathValue, RelationshipValue, mapSet } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { ReadPart } from '../node-view.js';
import type { NodeHandle } from './entity-handles.js';
import { RelationshipHandle } from './entity-handles.js';
import type { RunState } from './run-state.js';
import { isList, isMap } from '../operations/value-kind.js';

const WHOLE_NODE = ReadPart.Properties | ReadPart.Labels;

/** Returns a value without handles; the same object if it contains none. */
export function materialize(value: Value, state: RunState): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof NodeValue) return wholeNode(value, state);
  if (value instanceof RelationshipValue) return wholeRelationship(value, state);
  if (value instanceof PathValue) {
    return new PathValue(
      value.nodes.map(node => wholeNode(node, state)),
      value.relationships.map(edge => wholeRelationship(edge, state)),
    );
  }
  if (isList(value)) return wholeList(value, state);
  if (isMap(value)) return wholeMap(value, state);
  return value;
}

function wholeNode(node: NodeValue, state: RunState): NodeValue {
  if (node.loaded) return node;
  if (state.isDeletedNode(node.id)) return new NodeValue(node.id, [], {}, true);
  const view = state.view(node as NodeHandle, WHOLE_NODE);
  return view === undefined ? node : new NodeValue(node.id, view.labels, view.properties, true);
}

function wholeRelationship(edge: RelationshipValue, state: RunState): RelationshipValue {
  if (!(edge instanceof RelationshipHandle)) return edge;
  const properties = state.isDeletedEdge(edge) ? {} : (state.propertiesOfRelationship(edge) ?? {});
  return new RelationshipValue(edge.start, edge.label, edge.end, properties);
}

function wholeList(list: readonly Value[], state: RunState): readonly Value[] {
  let copy: Value[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const element = list[i]!;
    const whole = materialize(element, state);
    if (whole !== element && copy === undefined) copy = list.slice(0, i);
    if (copy !== undefined) copy.push(whole);
  }
  return copy ?? list;
}

function wholeMap(map: ValueMap, state: RunState): ValueMap {
  let copy: ValueMap | undefined;
  const keys = Object.keys(map);
  for (const key of keys) {
    const entry = map[key]!;
    const whole = materialize(entry, state);
    if (whole !== entry && copy === undefined) {
      copy = {};
      for (const earlier of keys) mapSet(copy, earlier, map[earlier]!);
    }
    if (copy !== undefined) mapSet(copy, key, whole);
  }
  return copy ?? map;
}
