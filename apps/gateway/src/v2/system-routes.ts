import type { V2Endpoints } from '@weir/api';
import { json, type Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';
import { changeShardLimits, shardLimits } from '../services/shard-limits.js';

export function systemRoutes({
  graph,
}: Services): Handlers<Pick<V2Endpoints, 'get-shard-sizes' | 'update-shard-sizes'>> {
  return {
    'get-shard-sizes': async () => json(await shardLimits(graph)),
    'update-shard-sizes': async ({ body }) => {
      await changeShardLimits(graph, body);
      return json(await shardLimits(graph));
    },
  };
}
