import type { V1Endpoints } from '@weir/api';
import { WRITTEN, type Call, type Handlers, type Reply } from '../http/endpoint-router.js';
import { tableShape, writeRows, type RowShape } from '../http/row-writer.js';
import type { QueryAnswer } from '../services/cypher-queries.js';
import type { Services } from '../services/services.js';

import { uiEdgesOf, uiNodesOf } from './ui-values.js';

type CypherEndpoints = Pick<V1Endpoints, 'queryCypher' | 'queryCypherNodes' | 'queryCypherEdges'>;

export function cypherRoutes({ cypher }: Services): Handlers<CypherEndpoints> {
  const run = async (
    { query, body, response, signal }: Call<V1Endpoints['queryCypher']>,
    shape: (answer: QueryAnswer) => RowShape,
  ): Promise<Reply> => {
    const answer = await cypher.run(body.text, {
      parameters: body.parameters,
      signal,
      ...(query['at-time'] === undefined ? {} : { atTime: query['at-time'] }),
      ...(query.timeout === undefined ? {} : { timeout: query.timeout }),
    });
    await writeRows(answer, shape(answer), response);
    return WRITTEN;
  };
  return {
    queryCypher: call => run(call, tableShape),
    queryCypherNodes: call => run(call, () => ({ start: '[', end: ']', items: uiNodesOf })),
    queryCypherEdges: call => run(call, () => ({ start: '[', end: ']', items: uiEdgesOf })),
  };
}
