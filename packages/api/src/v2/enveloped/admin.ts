import { endpoint } from '../../endpoint.js';
import { NO_PARAMETERS } from '../../parameters.js';
import { shardSizesSchema } from '../../v1/admin.js';
import { envelope } from './envelope.js';

const shared = {
  path: '/admin/shards/size-limits',
  tag: 'System Administration (enveloped)',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  responses: { 200: { description: 'Limits of all shards', schema: envelope(shardSizesSchema) } },
};

export const getShardSizes = endpoint({
  id: 'enveloped-get-shard-sizes',
  method: 'get',
  summary: 'How many nodes may stay awake',
  ...shared,
});

export const updateShardSizes = endpoint({
  id: 'enveloped-update-shard-sizes',
  method: 'post',
  summary: 'Change how many nodes may stay awake',
  description: 'Shards that are not named keep their limits.',
  body: { kind: 'json', schema: shardSizesSchema, example: { '0': { softLimit: 10000, hardLimit: 75000 } } },
  ...shared,
});
