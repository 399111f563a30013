/** Inspects and edits single nodes. */
import type { NodeId } from '@weir/model';
import { z } from 'zod';
import { cypherParametersSchema } from '../cypher-parameters.js';
import { operations, typeOf } from '../operation.js';
import type { RawJson } from '../raw-json.js';
import type { PastTime } from './cypher.js';

const DIRECTIONS = ['Outgoing', 'Incoming', 'Undirected'] as const;
export type EdgeDirection = (typeof DIRECTIONS)[number];

export const halfEdgeSchema = z
  .object({
    edgeType: z.string(),
    direction: z.enum(DIRECTIONS),
    other: z.string().meta({ description: 'The node at the other end' }),
  })
  .meta({ id: 'HalfEdge' });

export type HalfEdge = z.output<typeof halfEdgeSchema>;

const shownNodeSchema = z
  .object({ properties: z.record(z.string(), z.unknown()), edges: z.array(halfEdgeSchema) })
  .meta({ id: 'LiteralNode' });

const givenNodeSchema = z
  .object({ properties: cypherParametersSchema, edges: z.array(halfEdgeSchema) })
  .meta({ id: 'GivenLiteralNode' });

/** Selects edges of a node. */
export interface EdgeChoice {
  readonly limit?: number | undefined;
  readonly direction?: EdgeDirection | undefined;
  readonly other?: NodeId | undefined;
  readonly type?: string | undefined;
  /** Only edges that both ends know. */
  readonly onlyFull: boolean;
}

export interface OneNode {
  readonly node: NodeId;
}

export interface OneProperty extends OneNode {
  readonly key: string;
}

const topic = 'debug';
const ofNode = typeOf<OneNode & PastTime>();
const written = { topic, answer: { description: 'The change is written' } } as const;
const edges = { kind: 'json', schema: z.array(halfEdgeSchema) } as const;
const edgeExample = [
  { edgeType: 'knows', direction: 'Outgoing', other: '3e74242e-538f-3bd1-9814-49e6761551b1' },
];

export const debugOperations = operations({
  getNode: {
    topic,
    summary: 'Get the properties and edges of a node',
    description:
      'The response does not include labels. A node that was never written has no properties and no edges.',
    takes: ofNode,
    gives: typeOf<{ readonly properties: RawJson; readonly edges: readonly HalfEdge[] }>(),
    answer: { description: 'The node', schema: shownNodeSchema },
  },
  getNodeProperty: {
    topic,
    summary: 'Get a property of a node',
    takes: typeOf<OneProperty & PastTime>(),
    /** `null`: the property does not exist. */
    gives: typeOf<RawJson | null>(),
    answer: { description: 'The value', schema: z.unknown() },
  },
  listNodeEdges: {
    topic,
    summary: 'Get the edges of a node',
    takes: typeOf<OneNode & EdgeChoice & PastTime>(),
    gives: typeOf<readonly HalfEdge[]>(),
    answer: { description: 'Edges with the node at the other end', schema: z.array(halfEdgeSchema) },
  },
  getNodeVerbose: {
    topic,
    summary: 'Get the internal state of a node',
    description: 'For debugging only: the format may change.',
    takes: ofNode,
    gives: typeOf<RawJson>(),
    answer: {
      description: 'State, journal and standing-query states of the node',
      schema: z.unknown(),
    },
  },
  putNode: {
    ...written,
    summary: 'Add properties and edges to a node',
    takes: typeOf<OneNode>(),
    body: {
      kind: 'json',
      schema: givenNodeSchema,
      example: { properties: { name: 'Ann' }, edges: edgeExample },
    },
  },
  deleteNode: {
    ...written,
    summary: 'Delete all properties, labels and edges of a node',
    takes: typeOf<OneNode>(),
  },
  putNodeProperty: {
    ...written,
    summary: 'Set a property of a node',
    takes: typeOf<OneProperty>(),
    body: { kind: 'json', schema: z.unknown(), example: 'Ann' },
  },
  deleteNodeProperty: { ...written, summary: 'Remove a property of a node', takes: typeOf<OneProperty>() },
  addNodeEdges: {
    ...written,
    summary: 'Add edges to a node',
    takes: typeOf<OneNode>(),
    body: { ...edges, example: edgeExample },
  },
  deleteNodeEdges: {
    ...written,
    summary: 'Remove edges of a node',
    takes: typeOf<OneNode>(),
    body: { ...edges, example: edgeExample },
  },
});

export type DebugOperations = typeof debugOperations;
