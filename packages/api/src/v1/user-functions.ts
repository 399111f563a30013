import { z } from 'zod';
import { CYPHER_FUNCTION_EXAMPLE, cypherFunctionSchema } from '../cypher-function.js';
import { endpoint } from '../endpoint.js';
import { nameParameter, NO_PARAMETERS } from '../parameters.js';

const tag = 'Cypher queries';
const path = '/query/cypher/user-defined';

export const listUserFunctions = endpoint({
  id: 'listUserFunctions',
  method: 'get',
  path,
  tag,
  summary: 'List the functions that were defined here',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  responses: { 200: { description: 'In the order of their making', schema: z.array(cypherFunctionSchema) } },
});

export const defineUserFunction = endpoint({
  id: 'defineUserFunction',
  method: 'post',
  path,
  tag,
  summary: 'Define a function, written in Cypher',
  description: 'Every query from now on can call it, also after a restart. It may not call itself.',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  body: { kind: 'json', schema: cypherFunctionSchema, example: CYPHER_FUNCTION_EXAMPLE },
  responses: { 201: { description: 'The function', schema: cypherFunctionSchema } },
});

export const removeUserFunction = endpoint({
  id: 'removeUserFunction',
  method: 'delete',
  path: `${path}/{name}`,
  tag,
  summary: 'Remove a function that was defined here',
  description: 'Ingest streams and outputs that run go on with it until they are made anew.',
  params: z.object({ name: nameParameter }),
  query: NO_PARAMETERS,
  responses: {
    200: { description: 'The function as it was', schema: cypherFunctionSchema },
    404: { description: 'No such function' },
  },
});
