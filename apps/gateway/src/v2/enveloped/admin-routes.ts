import type { V2EnvelopedEndpoints } from '@weir/api';
import type { Handlers } from '../../http/endpoint-router.js';
import type { Services } from '../../services/services.js';
import { changeShardLimits, shardLimits } from '../../services/shard-limits.js';
import { enveloped } from './envelope.js';

export function envelopedAdminRoutes({
  graph,
}: Services): Handlers<
  Pick<V2EnvelopedEndpoints, 'enveloped-get-shard-sizes' | 'enveloped-update-shard-sizes'>
> {
  return {
    'enveloped-get-shard-sizes': async () => enveloped(await shardLimits(graph)),
    'enveloped-update-shard-sizes': async ({ body }) => {
      await changeShardLimits(graph, body);
      return enveloped(await shardLimits(graph));
    },
  };
}
