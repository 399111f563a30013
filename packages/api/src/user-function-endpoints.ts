/** The operations on functions written in Cypher, in whatever form of the API. */
import { z } from 'zod';
import { CYPHER_FUNCTION_EXAMPLE, cypherFunctionSchema } from './cypher-function.js';
import { endpoint } from './endpoint.js';
import { nameParameter, NO_PARAMETERS } from './parameters.js';

export interface UserFunctionForm {
  readonly path: string;
  readonly tag: string;
  readonly ids: { readonly list: string; readonly define: string; readonly remove: string };
  /** How this form answers. */
  wrap(schema: z.ZodType): z.ZodType;
}

export function userFunctionEndpoints({ path, tag, ids, wrap }: UserFunctionForm) {
  const one = wrap(cypherFunctionSchema);
  const all = wrap(z.array(cypherFunctionSchema));
  return {
    list: endpoint({
      id: ids.list,
      method: 'get',
      path,
      tag,
      summary: 'List the functions that were defined here',
      params: NO_PARAMETERS,
      query: NO_PARAMETERS,
      responses: { 200: { description: 'In the order of their making', schema: all } },
    }),
    define: endpoint({
      id: ids.define,
      method: 'post',
      path,
      tag,
      summary: 'Define a function, written in Cypher',
      description: 'Every query from now on can call it, also after a restart. It may not call itself.',
      params: NO_PARAMETERS,
      query: NO_PARAMETERS,
      body: { kind: 'json', schema: cypherFunctionSchema, example: CYPHER_FUNCTION_EXAMPLE },
      responses: { 201: { description: 'The function', schema: one } },
    }),
    remove: endpoint({
      id: ids.remove,
      method: 'delete',
      path: `${path}/{name}`,
      tag,
      summary: 'Remove a function that was defined here',
      description: 'Ingest streams and outputs that run go on with it until they are made anew.',
      params: z.object({ name: nameParameter }),
      query: NO_PARAMETERS,
      responses: {
        200: { description: 'The function as it was', schema: one },
        404: { description: 'No such function' },
      },
    }),
  };
}
