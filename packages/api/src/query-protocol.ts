/** Terms of the query WebSocket in the two versions of the API. */
import { decodingFailures, defaulted, optional } from '@weir/definitions';
import { parseJson } from '@weir/model';
import { messageOf } from '@weir/platform';
import { z } from 'zod';
import { cypherParametersSchema } from './cypher-parameters.js';
import type { ClientMessage, QueryProtocol, RowShape } from './operations/query-socket.js';
import { RequestError } from './request-error.js';

const shared = {
  queryId: z.int(),
  query: z.string(),
  atTime: optional(z.int()),
  maxResultBatch: optional(z.int().min(1, { error: 'must be at least 1' })),
  resultsWithinMillis: optional(z.int().min(1, { error: 'must be at least 1' })),
};
const cancel = { type: z.literal('CancelQuery'), queryId: z.int() };

const v1Shapes: Readonly<Record<string, RowShape>> = {
  TextSort: 'table',
  NodeSort: 'nodes',
  EdgeSort: 'edges',
};
const v1Message = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('RunQuery'),
      ...shared,
      sort: z.enum(['TextSort', 'NodeSort', 'EdgeSort']),
      parameters: cypherParametersSchema,
      language: z.enum(['Cypher', 'Gremlin']),
    })
    .transform(({ sort, ...message }) => ({
      ...message,
      shape: sort === 'TextSort' && message.language === 'Gremlin' ? ('values' as const) : v1Shapes[sort]!,
    })),
  z.object(cancel),
]);

const v2Shapes: Readonly<Record<string, RowShape>> = { Text: 'table', Node: 'nodes', Edge: 'edges' };
const cypherAlone = defaulted(z.literal('Cypher'), 'Cypher' as const);
const v2Message = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('RunQuery'),
      ...shared,
      sort: z.enum(['Text', 'Node', 'Edge']),
      parameters: defaulted(cypherParametersSchema, {}),
      language: cypherAlone,
      interpreter: cypherAlone,
    })
    .transform(({ sort, interpreter: _, ...message }) => ({ ...message, shape: v2Shapes[sort]! })),
  z.strictObject(cancel),
]);

function decoding(schema: z.ZodType<ClientMessage>) {
  return (text: string): ClientMessage => {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (cause) {
      throw refused(`ParsingFailure: ${messageOf(cause)}`);
    }
    const decoded = schema.safeParse(value, { reportInput: true });
    if (decoded.success) return decoded.data;
    throw refused(
      decodingFailures(decoded.error.issues, value)
        .map(failure => failure.text)
        .join('\n'),
    );
  };
}

function refused(reason: string): RequestError {
  return new RequestError([`Failed to deserialize client message:\n${reason}`]);
}

export const v1QueryProtocol: QueryProtocol = { decode: decoding(v1Message), columnsOfEntities: undefined };
export const v2QueryProtocol: QueryProtocol = { decode: decoding(v2Message), columnsOfEntities: null };
