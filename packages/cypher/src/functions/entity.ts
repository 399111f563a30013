/** Functions of nodes, relationships and paths. */
import {
  IdValue,
  NodeValue,
  PathValue,
  RelationshipValue,
  formatNodeId,
  idOfValue,
  idValue,
  parseNodeId,
} from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import { propertiesOf } from '../expression/compile-collections.js';
import { NodeHandle } from '../run/entity-handles.js';
import type { RunState } from '../run/run-state.js';
import { typeMismatch } from '../operations/runtime-errors.js';
import { isMap } from '../operations/value-kind.js';
import { define, define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

/** Returns the id of an argument that represents a node: a node, an id, the text of an id, bytes. */
export function nodeIdOf(value: Value): NodeId | undefined {
  if (value instanceof NodeValue || value instanceof IdValue) return value.id;
  if (typeof value === 'string') return parseNodeId(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1') as NodeId;
  return idOfValue(value) ?? undefined;
}

function relationshipText(edge: RelationshipValue): string {
  return `${formatNodeId(edge.start)}/${edge.label}/${formatNodeId(edge.end)}`;
}

function id(value: Value): Value | undefined {
  if (value instanceof NodeValue) return idValue(value.id);
  return value instanceof RelationshipValue ? relationshipText(value) : undefined;
}

function textId(value: Value): Value | undefined {
  if (value instanceof NodeValue) return formatNodeId(value.id);
  return value instanceof RelationshipValue ? relationshipText(value) : undefined;
}

function labels(value: Value, state: RunState): Value | undefined {
  if (value instanceof NodeValue) return state.labelsOfNode(value) ?? null;
  if (value instanceof RelationshipValue) return [value.label];
  throw typeMismatch(['Node', 'Relationship'], value, '`labels`', 'InvalidArgumentValue');
}

function type(value: Value): Value {
  if (value instanceof RelationshipValue) return value.label;
  throw typeMismatch(['Relationship'], value, '`type`', 'InvalidArgumentValue');
}

function hasProperties(value: Value): boolean {
  return value instanceof NodeValue || value instanceof RelationshipValue || isMap(value);
}

function keys(value: Value, state: RunState): Value | undefined {
  if (!hasProperties(value)) return undefined;
  const properties = propertiesOf(value, state);
  if (properties === undefined) return null;
  const names = Object.keys(properties);
  state.budget.list(names.length);
  return names;
}

function properties(value: Value, state: RunState): Value | undefined {
  if (!hasProperties(value)) return undefined;
  return propertiesOf(value, state) ?? null;
}

export const ENTITY_FUNCTIONS: readonly FunctionDefinition[] = [
  define1('id(x :: ANY) :: ANY', 'The id of a node', id, { entities: 'never' }),
  define1('elementId(x :: ANY) :: STRING', 'The id of a node or relationship as a string', textId, {
    entities: 'never',
  }),
  define1('strId(node :: NODE) :: STRING', 'The id of a node as a string', textId, { entities: 'never' }),
  define(
    'labels(x :: ANY) :: LIST OF STRING',
    'The labels of a node, or the type of a relationship',
    ([value], state) => labels(value!, state),
    { entities: 'never', usesState: true, reads: footprint => (footprint.labels = true) },
  ),
  define1('type(relationship :: RELATIONSHIP) :: STRING', 'The type of a relationship', type, {
    entities: 'never',
  }),
  define(
    'keys(x :: ANY) :: LIST OF STRING',
    'The keys of a map, node or relationship',
    ([value], state) => keys(value!, state),
    { entities: 'never', usesState: true, reads: footprint => (footprint.allProperties = true) },
  ),
  define(
    'properties(x :: ANY) :: MAP',
    'The properties of a node or relationship as a map',
    ([value], state) => properties(value!, state),
    { usesState: true, reads: footprint => (footprint.allProperties = true) },
  ),
  define1(
    'startNode(relationship :: RELATIONSHIP) :: NODE',
    'The start node of a relationship',
    value => (value instanceof RelationshipValue ? new NodeHandle(value.start) : undefined),
    { entities: 'always' },
  ),
  define1(
    'endNode(relationship :: RELATIONSHIP) :: NODE',
    'The end node of a relationship',
    value => (value instanceof RelationshipValue ? new NodeHandle(value.end) : undefined),
    { entities: 'always' },
  ),
  define1(
    'nodes(path :: PATH) :: LIST OF NODE',
    'The nodes of a path, in order',
    value => (value instanceof PathValue ? value.nodes : undefined),
    { entities: 'always' },
  ),
  define1(
    'relationships(path :: PATH) :: LIST OF RELATIONSHIP',
    'The relationships of a path, in order',
    value => (value instanceof PathValue ? value.relationships : undefined),
    { entities: 'always' },
  ),
  define1('exists(x :: ANY) :: BOOLEAN', 'Whether the value is not null', value => value !== null, {
    nullArguments: true,
    entities: 'never',
  }),
];
