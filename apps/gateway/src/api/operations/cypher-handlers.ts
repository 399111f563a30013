import type { CypherOperations, ResponseFrame, InputOf } from '@weir/api';
import { gremlinAsCypher } from '@weir/cypher';
import { EFFECTS_OF_ROLE } from '../../access/role.js';
import { WRITTEN, type Call, type Handlers } from '../endpoint-router.js';
import { writePieces } from '../../responses/row-writer.js';
import type { QueryAnswer } from '../../graph/cypher-queries.js';
import { checkIsPast } from '../../graph/past-time.js';
import type { Services } from '../../services.js';
import type { AnswerShape } from '../../responses/row-encoder.js';
import type { ConversationSockets } from '../../sockets/conversation-sockets.js';
import { QueryConversation } from './query-conversation.js';
import { rowEncoderReference } from '../../responses/row-encoder-reference.js';

export function cypherHandlers(
  { cypher, environment, graph: { functions } }: Services,
  conversations: ConversationSockets,
): Handlers<CypherOperations> {
  const run = async (
    { body, atTime, timeout, readOnly = false, omitsNulls = false }: InputOf<CypherOperations['queryCypher']>,
    { role, request, response, signal, frame }: Call,
    shape: AnswerShape,
    around: (answer: QueryAnswer) => ResponseFrame = () => ({ start: '[', end: ']' }),
  ): Promise<typeof WRITTEN> => {
    checkIsPast(atTime, environment.clock, request);
    const options = {
      parameters: body.parameters,
      signal,
      allowedEffects: EFFECTS_OF_ROLE[readOnly ? 'read' : role],
      encoder: rowEncoderReference({ shape, largestItem: cypher.largestRow, omitsNulls }),
      ...(atTime === undefined ? {} : { atTime }),
      ...(timeout === undefined ? {} : { timeout }),
    };
    const answer = await cypher.run(body.text, options);
    const { start, end } = around(answer);
    await writePieces(answer.pieces(), { start: frame.start + start, end: end + frame.end }, response);
    return WRITTEN;
  };
  return {
    queryCypher: (input, call) => run(input, call, 'table', tableFrame),
    queryCypherNodes: (input, call) => run(input, call, 'nodes'),
    queryCypherEdges: (input, call) => run(input, call, 'edges'),
    queryGremlin: (input, call) => run(inCypher(input), call, 'values'),
    queryGremlinNodes: (input, call) => run(inCypher(input), call, 'nodes'),
    queryGremlinEdges: (input, call) => run(inCypher(input), call, 'edges'),
    openQuerySocket: async ({ protocol }, { request, role }) => {
      const { scheduler, clock, logger } = environment;
      const options = { cypher, protocol, allowedEffects: EFFECTS_OF_ROLE[role], scheduler, clock, logger };
      await conversations.serve(request, ({ send }) => new QueryConversation(send, options));
      return WRITTEN;
    },
    listUserFunctions: () => functions.list(),
    defineUserFunction: async ({ body }) => {
      await functions.define(body);
      return body;
    },
    removeUserFunction: ({ name }) => functions.remove(name),
  };
}

type QueryInput = InputOf<CypherOperations['queryCypher']>;

/** @throws WeirError `gremlin.syntax` */
function inCypher({ body, ...conditions }: QueryInput): QueryInput {
  return { ...conditions, body: gremlinAsCypher(body.text, body.parameters) };
}

/** Writes columns, and rows as arrays of values. */
function tableFrame({ columns }: QueryAnswer): ResponseFrame {
  return { start: `{"columns":${JSON.stringify(columns)},"results":[`, end: ']}' };
}
