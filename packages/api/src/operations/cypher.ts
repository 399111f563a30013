import { defaulted } from '@weir/definitions';
import { z } from 'zod';
import { CYPHER_FUNCTION_EXAMPLE, cypherFunctionSchema } from '../cypher-function.js';
import { cypherParametersSchema } from '../cypher-parameters.js';
import { operations, typeOf } from '../operation.js';
import type { QueryProtocol } from './query-socket.js';

const cypherQuerySchema = z
  .object({
    text: z.string().meta({ description: 'The query' }),
    parameters: defaulted(cypherParametersSchema, {}),
  })
  .meta({ id: 'CypherQuery' });

const cypherResultSchema = z
  .object({
    columns: z.array(z.string()),
    results: z.array(z.array(z.unknown())).meta({ description: 'Rows with one value per column' }),
  })
  .meta({ id: 'CypherQueryResult' });

export const uiNodeSchema = z
  .object({
    id: z.string(),
    hostIndex: z.int(),
    label: z.string(),
    properties: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'UiNode' });

export const uiEdgeSchema = z
  .object({ from: z.string(), edgeType: z.string(), to: z.string(), isDirected: z.boolean() })
  .meta({ id: 'UiEdge' });

/** A request may refer to a past state of the graph. */
export interface PastTime {
  /** Milliseconds since the Unix epoch. */
  readonly atTime?: number | undefined;
}

export interface QueryConditions extends PastTime {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** Refuses a query with effects other than reading, whatever the role of the caller. */
  readonly readOnly?: boolean | undefined;
  /** Null entries of maps and nodes are left out of the response. */
  readonly omitsNulls?: boolean;
}

const topic = 'cypher';
const takes = typeOf<QueryConditions>();
const body = { kind: 'json-or-cypher-text', schema: cypherQuerySchema } as const;

export const cypherOperations = operations({
  queryCypher: {
    topic,
    summary: 'Run a Cypher query',
    takes,
    body: {
      ...body,
      example: { text: 'MATCH (n) WHERE id(n) = idFrom($x) RETURN n', parameters: { x: 1 } },
    },
    answer: { description: 'Columns and rows', schema: cypherResultSchema },
  },
  queryCypherNodes: {
    topic,
    summary: 'Run a Cypher query that returns nodes',
    takes,
    body: { ...body, example: { text: 'MATCH (n) RETURN n LIMIT 10' } },
    answer: { description: 'All returned nodes in order', schema: z.array(uiNodeSchema) },
  },
  queryCypherEdges: {
    topic,
    summary: 'Run a Cypher query that returns edges',
    takes,
    body: { ...body, example: { text: 'MATCH (n)-[e]->(m) RETURN e LIMIT 10' } },
    answer: { description: 'All returned edges in order', schema: z.array(uiEdgeSchema) },
  },
  queryGremlin: {
    topic,
    summary: 'Run a Gremlin query',
    description:
      'Supports steps that traverse, filter and count; the REST API guide lists them. Cypher is more ' +
      'expressive.',
    takes,
    body: { ...body, example: { text: 'g.V().has("name", "Ann").out("knows").values("name")' } },
    answer: { description: 'All values in order', schema: z.array(z.unknown()) },
  },
  queryGremlinNodes: {
    topic,
    summary: 'Run a Gremlin query that returns nodes',
    takes,
    body: { ...body, example: { text: 'g.V().recentV(10)' } },
    answer: { description: 'All results in order', schema: z.array(uiNodeSchema) },
  },
  queryGremlinEdges: {
    topic,
    summary: 'Run a Gremlin query that returns edges',
    takes,
    body: { ...body, example: { text: 'g.V().recentV(10).outE()' } },
    answer: { description: 'All results in order', schema: z.array(uiEdgeSchema) },
  },
  openQuerySocket: {
    topic,
    summary: 'Run queries over a WebSocket',
    description:
      'The client sends `RunQuery` and `CancelQuery`, each with a number of its choice. The server ' +
      'sends rows as it finds them; several queries can run at the same time.',
    takes: typeOf<{ readonly protocol: QueryProtocol }>(),
    status: 101,
    answer: { description: 'The WebSocket is open' },
  },
  listUserFunctions: {
    topic,
    summary: 'List user-defined functions',
    answer: {
      description: 'All functions in the order of their definition',
      schema: z.array(cypherFunctionSchema),
    },
  },
  defineUserFunction: {
    topic,
    summary: 'Define a function in Cypher',
    description:
      'All later queries can call the function, also after a restart. A function must not call itself.',
    body: { kind: 'json', schema: cypherFunctionSchema, example: CYPHER_FUNCTION_EXAMPLE },
    status: 201,
    answer: { description: 'The function', schema: cypherFunctionSchema },
  },
  removeUserFunction: {
    topic,
    summary: 'Remove a user-defined function',
    description: 'Active ingest streams and outputs keep using the function until they are created again.',
    takes: typeOf<{ readonly name: string }>(),
    answer: { description: 'The removed function', schema: cypherFunctionSchema },
    missing: 'No such function',
  },
});

export type CypherOperations = typeof cypherOperations;
