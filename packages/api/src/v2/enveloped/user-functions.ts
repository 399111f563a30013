import { z } from 'zod';
import { CYPHER_FUNCTION_EXAMPLE, cypherFunctionSchema } from '../../cypher-function.js';
import { endpoint } from '../../endpoint.js';
import { nameParameter, NO_PARAMETERS } from '../../parameters.js';
import { envelope } from './envelope.js';

const tag = 'Cypher Query Language (enveloped)';
const path = '/cypher-queries/user-defined';
const one = envelope(cypherFunctionSchema);

export const listUserFunctions = endpoint({
  id: 'enveloped-list-user-functions',
  method: 'get',
  path,
  tag,
  summary: 'List the functions that were defined here',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  responses: {
    200: { description: 'In the order of their making', schema: envelope(z.array(cypherFunctionSchema)) },
  },
});

export const defineUserFunction = endpoint({
  id: 'enveloped-define-user-function',
  method: 'post',
  path,
  tag,
  summary: 'Define a function, written in Cypher',
  description: 'Every query from now on can call it, also after a restart. It may not call itself.',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  body: { kind: 'json', schema: cypherFunctionSchema, example: CYPHER_FUNCTION_EXAMPLE },
  responses: { 201: { description: 'The function', schema: one } },
});

export const removeUserFunction = endpoint({
  id: 'enveloped-remove-user-function',
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
});
