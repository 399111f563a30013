import { nodeAppearanceSchema, quickQuerySchema, sampleQuerySchema } from '@weir/definitions';
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { NO_PARAMETERS } from '../parameters.js';

const tag = 'Exploration UI';
const params = NO_PARAMETERS;
const query = NO_PARAMETERS;
const replaced = { 204: { description: 'Replaced' } };

const sampleQueries = z.array(sampleQuerySchema);
const quickQueries = z.array(quickQuerySchema);
const nodeAppearances = z.array(nodeAppearanceSchema);

export const getSampleQueries = endpoint({
  id: 'getSampleQueries',
  method: 'get',
  path: '/query-ui/sample-queries',
  tag,
  summary: 'List sample queries',
  params,
  query,
  responses: { 200: { description: 'All of them', schema: sampleQueries } },
});

export const putSampleQueries = endpoint({
  id: 'putSampleQueries',
  method: 'put',
  path: '/query-ui/sample-queries',
  tag,
  summary: 'Replace the sample queries',
  params,
  query,
  body: { kind: 'json', schema: sampleQueries },
  responses: replaced,
});

export const getQuickQueries = endpoint({
  id: 'getQuickQueries',
  method: 'get',
  path: '/query-ui/quick-queries',
  tag,
  summary: 'List quick queries',
  params,
  query,
  responses: { 200: { description: 'All of them', schema: quickQueries } },
});

export const putQuickQueries = endpoint({
  id: 'putQuickQueries',
  method: 'put',
  path: '/query-ui/quick-queries',
  tag,
  summary: 'Replace the quick queries',
  params,
  query,
  body: { kind: 'json', schema: quickQueries },
  responses: replaced,
});

export const getNodeAppearances = endpoint({
  id: 'getNodeAppearances',
  method: 'get',
  path: '/query-ui/node-appearances',
  tag,
  summary: 'List node appearances',
  params,
  query,
  responses: { 200: { description: 'The first that fits a node wins', schema: nodeAppearances } },
});

export const putNodeAppearances = endpoint({
  id: 'putNodeAppearances',
  method: 'put',
  path: '/query-ui/node-appearances',
  tag,
  summary: 'Replace the node appearances',
  params,
  query,
  body: { kind: 'json', schema: nodeAppearances },
  responses: replaced,
});
