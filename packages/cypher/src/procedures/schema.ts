/**
 * Procedures about labels, relationship types and properties. Names come from the catalog of the graph; what belongs
 * together comes from a sample of it.
 */
import {
  mapSet,
  NodeValue,
  RelationshipValue,
  uuidFrom,
  type NodeId,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { CatalogEntry } from '../graph-catalog.js';
import type { RunState } from '../run/run-state.js';
import { defineProcedure } from '../registry/define-procedure.js';
import type { ProcedureDefinition } from '../registry/procedure-definition.js';
import {
  sampleNodes,
  sampleSchema,
  type EdgeGroup,
  type NodeGroup,
  type PropertyTypes,
} from './schema-sample.js';

/** Display name of nodes without a label. */
const NO_LABEL = '';

/** Names from the catalog; in the past, which the catalog does not describe, from a sample. */
async function labels(state: RunState): Promise<Value[][]> {
  if (isPresent(state)) return column((await state.graph.reads.catalog()).labels.map(nameOf));
  return column((await sampleNodes(state)).flatMap(group => group.labels));
}

async function relationshipTypes(state: RunState): Promise<Value[][]> {
  if (isPresent(state)) return column((await state.graph.reads.catalog()).edgeTypes.map(nameOf));
  return column((await sampleSchema(state)).edges.map(group => group.type));
}

async function propertyKeys(state: RunState): Promise<Value[][]> {
  if (isPresent(state)) {
    const { propertyKeys: own, edgePropertyKeys } = await state.graph.reads.catalog();
    return column([...own, ...edgePropertyKeys].map(nameOf));
  }
  const { nodes, edges } = await sampleSchema(state);
  return column([...nodes, ...edges].flatMap(group => [...group.properties.keys()]));
}

function isPresent(state: RunState): boolean {
  return state.graph.atTime === undefined;
}

function nameOf(entry: CatalogEntry): string {
  return entry.name;
}

function column(names: readonly string[]): Value[][] {
  return [...new Set(names)].sort().map(name => [name]);
}

async function nodeTypeProperties(state: RunState): Promise<Value[][]> {
  return (await sampleNodes(state)).flatMap(({ labels: own, properties }) => {
    const type = own.map(label => `:\`${label}\``).join('');
    return propertyRows(properties).map(row => [type, own, ...row]);
  });
}

async function relationshipTypeProperties(state: RunState): Promise<Value[][]> {
  return (await sampleSchema(state)).edges.flatMap(({ type, properties }) =>
    propertyRows(properties).map(row => [`:\`${type}\``, ...row]),
  );
}

/** Name, types, and whether the property is mandatory: none is. One row of nulls if there are no properties. */
function propertyRows(properties: PropertyTypes): Value[][] {
  if (properties.size === 0) return [[null, null, false]];
  return [...properties].map(([name, types]) => [name, [...types].map(titleCase), false]);
}

function titleCase(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase();
}

/** One node for each label, one relationship for each type between two labels. Their ids name nothing in the graph. */
async function visualization(state: RunState): Promise<Value[][]> {
  const { nodes, edges } = await sampleSchema(state);
  const shown = new Map<string, NodeValue>();
  const idOf = (label: string): NodeId => {
    const id = uuidFrom(['db.schema.visualization', label])!;
    const properties = { name: label, indexes: [], constraints: [] };
    if (!shown.has(label)) shown.set(label, new NodeValue(id, label === NO_LABEL ? [] : [label], properties));
    return id;
  };
  for (const { labels: own } of nodes) for (const label of named(own)) idOf(label);
  if (isPresent(state)) for (const { name } of (await state.graph.reads.catalog()).labels) idOf(name);
  const relationships = new Map<string, RelationshipValue>();
  for (const { type, from, to } of edges) {
    for (const start of named(from)) {
      for (const end of named(to)) {
        const value = new RelationshipValue(idOf(start), type, idOf(end), { name: type });
        relationships.set(JSON.stringify([type, start, end]), value);
      }
    }
  }
  return [[[...shown.values()], [...relationships.values()]]];
}

function named(own: readonly string[]): readonly string[] {
  return own.length === 0 ? [NO_LABEL] : own;
}

/** The form of the APOC library, which assistants and drivers read. Counts are those of the sample. */
async function metaSchema(state: RunState): Promise<Value[][]> {
  const { nodes, edges } = await sampleSchema(state);
  const schema: ValueMap = {};
  for (const label of new Set(nodes.flatMap(group => group.labels))) {
    const own = nodes.filter(group => group.labels.includes(label));
    mapSet(schema, label, {
      type: 'node',
      count: countOf(own),
      labels: [],
      properties: propertyMap(own),
      relationships: {
        ...relationshipMap(
          edges.filter(({ to }) => to.includes(label)),
          'in',
        ),
        ...relationshipMap(
          edges.filter(({ from }) => from.includes(label)),
          'out',
        ),
      },
    });
  }
  for (const type of new Set(edges.map(group => group.type))) {
    const own = edges.filter(group => group.type === type);
    mapSet(schema, type, { type: 'relationship', count: countOf(own), properties: propertyMap(own) });
  }
  return [[schema]];
}

function relationshipMap(edges: readonly EdgeGroup[], direction: 'in' | 'out'): ValueMap {
  const map: ValueMap = {};
  for (const type of new Set(edges.map(group => group.type))) {
    const own = edges.filter(group => group.type === type);
    const others = own.flatMap(({ from, to }) => (direction === 'out' ? to : from));
    mapSet(map, type, {
      direction,
      count: countOf(own),
      labels: [...new Set(others)],
      properties: propertyMap(own),
    });
  }
  return map;
}

function propertyMap(groups: readonly (NodeGroup | EdgeGroup)[]): ValueMap {
  const map: ValueMap = {};
  for (const { properties } of groups) {
    for (const [name, [type = 'ANY']] of properties) {
      mapSet(map, name, { type, indexed: false, unique: false, existence: false });
    }
  }
  return map;
}

function countOf(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

export const SCHEMA_PROCEDURES: readonly ProcedureDefinition[] = [
  defineProcedure(
    'db.indexes() :: (description :: STRING, indexName :: STRING, tokenNames :: LIST OF STRING, properties :: ' +
      'LIST OF STRING, state :: STRING, type :: STRING, progress :: FLOAT, provider :: MAP, id :: INTEGER, ' +
      'failureMessage :: STRING)',
    'READ',
    'Always empty, because there are no indexes',
    () => [],
  ),
  defineProcedure('db.labels() :: (label :: STRING)', 'READ', 'All labels', labels),
  defineProcedure('dbms.labels() :: (label :: STRING)', 'READ', 'All labels', labels),
  defineProcedure(
    'db.relationshipTypes() :: (relationshipType :: STRING)',
    'READ',
    'All relationship types',
    relationshipTypes,
  ),
  defineProcedure(
    'db.propertyKeys() :: (propertyKey :: STRING)',
    'READ',
    'All property keys of nodes and relationships',
    propertyKeys,
  ),
  defineProcedure(
    'db.schema.nodeTypeProperties() :: (nodeType :: STRING, nodeLabels :: LIST OF STRING, propertyName :: STRING, ' +
      'propertyTypes :: LIST OF STRING, mandatory :: BOOLEAN)',
    'READ',
    'Properties of a sample of nodes, by labels',
    nodeTypeProperties,
  ),
  defineProcedure(
    'db.schema.relTypeProperties() :: (relType :: STRING, propertyName :: STRING, ' +
      'propertyTypes :: LIST OF STRING, mandatory :: BOOLEAN)',
    'READ',
    'Properties of the relationships of a sample of nodes, by type',
    relationshipTypeProperties,
  ),
  defineProcedure(
    'db.schema.visualization() :: (nodes :: LIST OF NODE, relationships :: LIST OF RELATIONSHIP)',
    'READ',
    'All labels, and how relationships of a sample of nodes connect them, as a graph',
    visualization,
  ),
  defineProcedure(
    'apoc.meta.schema(config :: MAP?) :: (value :: MAP)',
    'READ',
    'Labels, relationship types and properties of a sample of nodes, as one map',
    metaSchema,
  ),
];
