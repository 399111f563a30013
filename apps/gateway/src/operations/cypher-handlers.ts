import type { CypherOperations, InputOf } from '@weir/api';
import { WRITTEN, type Call, type Handlers } from '../http/endpoint-router.js';
import { tableShape, writeRows, type RowShape } from '../http/row-writer.js';
import type { QueryAnswer } from '../services/cypher-queries.js';
import type { Services } from '../services/services.js';
import { uiEdgesOf, uiNodesOf } from './ui-values.js';

export function cypherHandlers({ cypher, graph: { functions } }: Services): Handlers<CypherOperations> {
  const run = async (
    { body, atTime, timeout, timeParameter }: InputOf<CypherOperations['queryCypher']>,
    { response, signal, frame }: Call,
    shapeOf: (answer: QueryAnswer) => RowShape,
  ): Promise<typeof WRITTEN> => {
    const options = {
      parameters: body.parameters,
      signal,
      ...(atTime === undefined ? {} : { atTime }),
      ...(timeout === undefined ? {} : { timeout }),
    };
    const answer = await cypher.run(body.text, options, timeParameter);
    const { start, end, items } = shapeOf(answer);
    await writeRows(answer, { start: frame.start + start, end: end + frame.end, items }, response);
    return WRITTEN;
  };
  return {
    queryCypher: (input, call) => run(input, call, tableShape),
    queryCypherNodes: (input, call) => run(input, call, () => ({ start: '[', end: ']', items: uiNodesOf })),
    queryCypherEdges: (input, call) => run(input, call, () => ({ start: '[', end: ']', items: uiEdgesOf })),
    listUserFunctions: () => functions.list(),
    defineUserFunction: async ({ body }) => {
      await functions.define(body);
      return body;
    },
    removeUserFunction: ({ name }) => functions.remove(name),
  };
}
