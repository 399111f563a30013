import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { NO_PARAMETERS } from '../parameters.js';
import { metricsReportSchema, shardSizesSchema } from '../v1/admin.js';
import { nodeInPath } from './parameters.js';

const tag = 'System Administration';
const plain = { tag, params: NO_PARAMETERS, query: NO_PARAMETERS };

const shardSizes = {
  ...plain,
  path: '/system/shardSizeLimits',
  responses: { 200: { description: 'Limits of all shards', schema: shardSizesSchema } },
};

export const getShardSizes = endpoint({
  id: 'get-shard-sizes',
  method: 'get',
  summary: 'How many nodes may stay awake',
  ...shardSizes,
});

export const updateShardSizes = endpoint({
  id: 'update-shard-sizes',
  method: 'patch',
  summary: 'Change how many nodes may stay awake',
  description: 'Shards that are not named keep their limits.',
  body: { kind: 'json', schema: shardSizesSchema, example: { '0': { softLimit: 10000, hardLimit: 75000 } } },
  ...shardSizes,
});

export const getMetrics = endpoint({
  id: 'get-metrics',
  method: 'get',
  path: '/system/metrics',
  summary: 'Counters, timers and gauges',
  ...plain,
  responses: { 200: { description: 'Times in milliseconds, rates per second', schema: metricsReportSchema } },
});

export const sleepNode = endpoint({
  id: 'sleep-node',
  method: 'post',
  path: '/system/nodes/{nodeIdSegment}:requestSleep',
  tag,
  summary: 'Ask a node to sleep',
  description: 'Best effort: a node with work in flight declines.',
  params: z.object({ nodeIdSegment: nodeInPath('nodeIdSegment') }),
  query: NO_PARAMETERS,
  responses: { 202: { description: 'It has been asked' } },
});
