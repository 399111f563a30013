import { z } from 'zod';
import { endpoint } from '../../endpoint.js';
import { NO_PARAMETERS } from '../../parameters.js';
import { metricsReportSchema, shardSizesSchema } from '../../v1/admin.js';
import { nodeInPath } from '../parameters.js';
import { envelope } from './envelope.js';

const tag = 'System Administration (enveloped)';
const plain = { tag, params: NO_PARAMETERS, query: NO_PARAMETERS };

const shardSizes = {
  ...plain,
  path: '/admin/shards/size-limits',
  responses: { 200: { description: 'Limits of all shards', schema: envelope(shardSizesSchema) } },
};

export const getShardSizes = endpoint({
  id: 'enveloped-get-shard-sizes',
  method: 'get',
  summary: 'How many nodes may stay awake',
  ...shardSizes,
});

export const updateShardSizes = endpoint({
  id: 'enveloped-update-shard-sizes',
  method: 'post',
  summary: 'Change how many nodes may stay awake',
  description: 'Shards that are not named keep their limits.',
  body: { kind: 'json', schema: shardSizesSchema, example: { '0': { softLimit: 10000, hardLimit: 75000 } } },
  ...shardSizes,
});

export const getMetrics = endpoint({
  id: 'enveloped-get-metrics',
  method: 'get',
  path: '/admin/metrics',
  summary: 'Counters, timers and gauges',
  ...plain,
  responses: {
    200: { description: 'Times in milliseconds, rates per second', schema: envelope(metricsReportSchema) },
  },
});

export const sleepNode = endpoint({
  id: 'enveloped-sleep-node',
  method: 'post',
  path: '/admin/nodes/{nodeIdSegment}/request-sleep',
  tag,
  summary: 'Ask a node to sleep',
  description: 'Best effort: a node with work in flight declines.',
  params: z.object({ nodeIdSegment: nodeInPath('nodeIdSegment') }),
  query: NO_PARAMETERS,
  responses: { 202: { description: 'It has been asked', schema: z.object({ message: z.string() }) } },
});
