/**
 * The effect of an updating clause on one row. It has two steps, because an expression may have to wait for reads:
 * `prepare` computes values into scratch slots and may be called again; `apply` sends the effects, once.
 */
import {
  NodeValue,
  PathValue,
  RelationshipValue,
  mapSet,
  newNodeId,
  nodeAsMap,
  relationshipAsMap,
} from '@weir/model';
import type { NodeId, Value, ValueMap } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import type { Evaluate } from '../../expression/compiled-expression.js';
import { propertiesOf } from '../../expression/compile-collections.js';
import { NodeHandle, RelationshipHandle } from '../../run/entity-handles.js';
import { materialize } from '../../run/materialize.js';
import type { RunState } from '../../run/run-state.js';
import { deletedEntity, runtimeError, typeMismatch } from '../../operations/runtime-errors.js';
import { isList, isMap } from '../../operations/value-kind.js';

export interface Effect {
  prepare(row: Row, state: RunState): void;
  apply(row: Row, state: RunState): void;
}

/** Evaluation of a value, the slot that keeps it between the steps, and whether it may contain graph elements. */
export interface EffectValue {
  readonly evaluate: Evaluate;
  readonly slot: number;
  readonly entities: boolean;
  /** A whole parameter, such as an ingested record: its decoder rejects deep values and shares no parts. */
  readonly isGiven: boolean;
}

function prepareValue(value: EffectValue, row: Row, state: RunState): void {
  const result = value.evaluate(row, state);
  if (!value.isGiven) state.budget.leaving(result);
  row[value.slot] = value.entities ? storable(materialize(result, state)) : result;
}

/** Converts a value for storage: graph elements become maps; a path cannot be stored. */
export function storable(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof NodeValue) return nodeAsMap(value);
  if (value instanceof RelationshipValue) return relationshipAsMap(value);
  if (value instanceof PathValue) throw typeMismatch(['Anything'], value, 'converting to a stored value');
  if (isList(value)) return value.map(storable);
  if (!isMap(value)) return value;
  const map: ValueMap = {};
  for (const key of Object.keys(value)) mapSet(map, key, storable(value[key]!));
  return map;
}

/** `undefined` for null: no effect. */
function targetOf(value: Value, state: RunState): NodeValue | RelationshipValue | undefined {
  if (value === null) return undefined;
  if (value instanceof NodeValue) {
    if (state.isDeletedNode(value.id)) throw deletedEntity('node');
    return value;
  }
  if (value instanceof RelationshipValue) {
    if (state.isDeletedEdge(value)) throw deletedEntity('relationship');
    return value;
  }
  throw typeMismatch(['Node', 'Relationship'], value, 'the target of SET or REMOVE');
}

/** `target.key = value`; REMOVE uses null. */
export class SetPropertyEffect implements Effect {
  constructor(
    private readonly target: EffectValue,
    private readonly key: string,
    private readonly value: EffectValue | undefined,
  ) {}

  prepare(row: Row, state: RunState): void {
    row[this.target.slot] = this.target.evaluate(row, state);
    if (this.value !== undefined) prepareValue(this.value, row, state);
  }

  apply(row: Row, state: RunState): void {
    const target = targetOf(row[this.target.slot]!, state);
    if (target === undefined) return;
    const value = this.value === undefined ? null : row[this.value.slot]!;
    if (target instanceof NodeValue) state.effects.setProperty(target.id, this.key, value);
    else state.effects.setEdgeProperty(target.start, target.label, target.end, this.key, value);
  }
}

/** `target = map` or `target += map`. */
export class SetPropertiesEffect implements Effect {
  constructor(
    private readonly slot: number,
    private readonly merge: boolean,
    private readonly value: EffectValue,
    /** Slot for the relationship's previous properties. */
    private readonly scratch: number,
  ) {}

  prepare(row: Row, state: RunState): void {
    const { value } = this;
    const source = value.evaluate(row, state);
    if (!value.isGiven) state.budget.leaving(source);
    row[value.slot] = value.entities ? this.mapOf(source, state) : source;
    const target = row[this.slot]!;
    if (!this.merge && target instanceof RelationshipValue) {
      row[this.scratch] = state.propertiesOfRelationship(target) ?? null;
    }
  }

  private mapOf(source: Value, state: RunState): Value {
    if (source === null) return null;
    if (source instanceof NodeValue || source instanceof RelationshipValue)
      return propertiesOf(source, state) ?? null;
    return storable(materialize(source, state));
  }

  apply(row: Row, state: RunState): void {
    const target = targetOf(row[this.slot]!, state);
    if (target === undefined) return;
    const value = row[this.value.slot]!;
    const map = value === null && this.merge ? {} : value;
    if (map === null || !isMap(map)) {
      throw typeMismatch(['Map', 'Node', 'Relationship'], map, 'properties set on node');
    }
    if (target instanceof NodeValue) {
      if (this.merge) state.effects.mergeProperties(target.id, map);
      else state.effects.replaceProperties(target.id, withoutNulls(map));
    } else {
      this.applyToEdge(target, map, row, state);
    }
  }

  private applyToEdge(edge: RelationshipValue, map: ValueMap, row: Row, state: RunState): void {
    if (!this.merge) {
      for (const key of Object.keys(row[this.scratch] as ValueMap)) {
        if (!Object.hasOwn(map, key))
          state.effects.setEdgeProperty(edge.start, edge.label, edge.end, key, null);
      }
    }
    for (const key of Object.keys(map)) {
      state.effects.setEdgeProperty(edge.start, edge.label, edge.end, key, map[key]!);
    }
  }
}

/** Returns the same map if it contains no null. */
export function withoutNulls(map: ValueMap): ValueMap {
  for (const key in map) {
    if (map[key] !== null) continue;
    const copy: ValueMap = {};
    for (const kept of Object.keys(map)) if (map[kept] !== null) mapSet(copy, kept, map[kept]!);
    return copy;
  }
  return map;
}

/** `target:A:B`, added or removed. */
export class LabelsEffect implements Effect {
  constructor(
    private readonly slot: number,
    private readonly labels: readonly string[],
    private readonly remove: boolean,
  ) {}

  prepare(): void {
    // Labels are constant.
  }

  apply(row: Row, state: RunState): void {
    const target = targetOf(row[this.slot]!, state);
    if (target === undefined) return;
    if (!(target instanceof NodeValue)) throw typeMismatch(['Node'], target, 'the target of labels');
    if (this.remove) state.effects.removeLabels(target.id, this.labels);
    else state.effects.addLabels(target.id, this.labels);
  }
}

function createdProperties(value: Value): ValueMap {
  if (value === null) return {};
  if (isMap(value)) return withoutNulls(value);
  throw typeMismatch(['Map'], value, 'properties of what is created');
}

function refuseNulls(value: Value): void {
  if (value === null || !isMap(value)) return;
  for (const key of Object.keys(value)) {
    if (value[key] === null) {
      throw runtimeError(
        `MERGE cannot match or create an element with the null property \`${key}\``,
        'MergeReadOwnWrites',
      );
    }
  }
}

/** Creates a node with a fresh id. */
export class CreateNodeEffect implements Effect {
  constructor(
    private readonly slot: number,
    private readonly labels: readonly string[],
    private readonly properties: EffectValue | undefined,
    private readonly inMerge: boolean,
  ) {}

  prepare(row: Row, state: RunState): void {
    if (this.properties !== undefined) prepareValue(this.properties, row, state);
  }

  apply(row: Row, state: RunState): void {
    const { effects } = state;
    const id = newNodeId(state.environment.random);
    if (this.properties === undefined) {
      effects.createNode(id);
    } else {
      const value = row[this.properties.slot]!;
      if (this.inMerge) refuseNulls(value);
      const properties = createdProperties(value);
      if (Object.keys(properties).length > 0) effects.replaceProperties(id, properties);
      else effects.createNode(id);
    }
    if (this.labels.length > 0) effects.addLabels(id, this.labels);
    row[this.slot] = new NodeHandle(id);
  }
}

/** Creates an edge between two nodes of the row; an existing edge only gets the new properties. */
export class CreateRelationshipEffect implements Effect {
  constructor(
    private readonly slot: number,
    private readonly start: number,
    private readonly type: string,
    private readonly end: number,
    private readonly properties: EffectValue | undefined,
    private readonly inMerge: boolean,
  ) {}

  prepare(row: Row, state: RunState): void {
    if (this.properties !== undefined) prepareValue(this.properties, row, state);
  }

  apply(row: Row, state: RunState): void {
    const start = this.endpoint(row[this.start]!, state);
    const end = this.endpoint(row[this.end]!, state);
    if (this.properties === undefined) {
      state.effects.createEdge(start, this.type, end);
    } else {
      const value = row[this.properties.slot]!;
      if (this.inMerge) refuseNulls(value);
      state.effects.createEdge(start, this.type, end, createdProperties(value));
    }
    state.edgeReborn(start, this.type, end);
    row[this.slot] = new RelationshipHandle(start, this.type, end, {}, -1);
  }

  private endpoint(value: Value, state: RunState): NodeId {
    if (value instanceof NodeValue) {
      if (state.isDeletedNode(value.id)) throw deletedEntity('node');
      return value.id;
    }
    if (value === null)
      throw runtimeError(`Cannot create a \`${this.type}\` relationship: one of its nodes is null`);
    throw typeMismatch(['Node'], value, 'one extremity of an edge we are creating');
  }
}
