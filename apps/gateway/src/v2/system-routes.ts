import type { V2Endpoints } from '@weir/api';
import { empty, json, type Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';
import { changeShardLimits, shardLimits } from '../services/shard-limits.js';

type SystemEndpoints = Pick<
  V2Endpoints,
  'get-shard-sizes' | 'update-shard-sizes' | 'get-metrics' | 'sleep-node'
>;

export function systemRoutes({ graph, metrics }: Services): Handlers<SystemEndpoints> {
  return {
    'get-shard-sizes': async () => json(await shardLimits(graph)),
    'update-shard-sizes': async ({ body }) => {
      await changeShardLimits(graph, body);
      return json(await shardLimits(graph));
    },
    'get-metrics': async () => json(await metrics.report()),
    'sleep-node': async ({ params }) => {
      await graph.requestNodeSleep(params.nodeIdSegment);
      return empty(202);
    },
  };
}
