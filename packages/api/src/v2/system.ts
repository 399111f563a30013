import { endpoint } from '../endpoint.js';
import { NO_PARAMETERS } from '../parameters.js';
import { shardSizesSchema } from '../v1/admin.js';

const shared = {
  path: '/system/shardSizeLimits',
  tag: 'System Administration',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  responses: { 200: { description: 'Limits of all shards', schema: shardSizesSchema } },
};

export const getShardSizes = endpoint({
  id: 'get-shard-sizes',
  method: 'get',
  summary: 'How many nodes may stay awake',
  ...shared,
});

export const updateShardSizes = endpoint({
  id: 'update-shard-sizes',
  method: 'patch',
  summary: 'Change how many nodes may stay awake',
  description: 'Shards that are not named keep their limits.',
  body: { kind: 'json', schema: shardSizesSchema, example: { '0': { softLimit: 10000, hardLimit: 75000 } } },
  ...shared,
});
