/** What is the same about operations on standing queries in all forms of the API: the verbs, the words, the examples. */
import type { z } from 'zod';
import type { EndpointBody } from './endpoint.js';
import { auditRequestSchema, explainRequestSchema } from './standing-inspection.js';

export const NO_SUCH_QUERY = { description: 'No such standing query' };

export const LIST_STANDING = { method: 'get', summary: 'List standing queries' } as const;

export const GET_STANDING = { method: 'get', summary: 'Status of one standing query' } as const;

export const DELETE_STANDING = { method: 'delete', summary: 'Cancel a standing query' } as const;

export const PROPAGATE_STANDING = {
  summary: 'Show all standing queries to the nodes that were there before them',
} as const;

export const REPLACE_STANDING = {
  method: 'put',
  summary: 'Replace the pattern of a standing query',
  description:
    'The new pattern is evaluated on the whole graph, sleeping nodes too; writers wait while both are compared. Only the ' +
    'difference is reported: cancellations of rows that only the old pattern has, matches of rows that only the new one ' +
    'has. Name, id, outputs, streams of results and all other settings stay. A pattern that does not compile changes nothing.',
} as const;

export function replacementBody<S extends z.ZodType>(schema: S): EndpointBody<S> {
  const example = { pattern: { type: 'Cypher', query: 'MATCH (n:Person) RETURN DISTINCT id(n)' } };
  return { kind: 'json', schema, example };
}

export const EXPLAIN_STANDING = {
  method: 'post',
  summary: 'Its parts and states; with a node, why that does or does not match',
  description:
    'Wakes no node. Of a query from before the last start, states are counted in the background when the query as a whole ' +
    'is first explained; until that is done `counting` says how far it is. With a node named, only that one and the nodes ' +
    'around it are looked at.',
  body: {
    kind: 'json',
    schema: explainRequestSchema,
    example: { node: '3e74242e-538f-3bd1-9814-49e6761551b1' },
  },
} as const;

export const AUDIT_STANDING = {
  method: 'post',
  summary: 'Compare results with the query run from scratch',
  description:
    'For a sample of nodes with results and as many without, which are looked for among ten times as many; nodes go on ' +
    'sleeping. With `whole`, or where the root of the pattern has no name, for all at once, which looks at every node. ' +
    'A difference is reported if it stays while other writes go on.',
  body: { kind: 'json', schema: auditRequestSchema, example: { sample: 100 } },
} as const;
