import type { V2EnvelopedEndpoints } from '@weir/api';
import { json, type Handlers } from '../../http/endpoint-router.js';
import type { Services } from '../../services/services.js';
import { changeShardLimits, shardLimits } from '../../services/shard-limits.js';
import { enveloped } from './envelope.js';

type AdminEndpoints = Pick<
  V2EnvelopedEndpoints,
  | 'enveloped-get-shard-sizes'
  | 'enveloped-update-shard-sizes'
  | 'enveloped-get-metrics'
  | 'enveloped-sleep-node'
>;

export function envelopedAdminRoutes({ graph, metrics }: Services): Handlers<AdminEndpoints> {
  return {
    'enveloped-get-shard-sizes': async () => enveloped(await shardLimits(graph)),
    'enveloped-update-shard-sizes': async ({ body }) => {
      await changeShardLimits(graph, body);
      return enveloped(await shardLimits(graph));
    },
    'enveloped-get-metrics': async () => enveloped(await metrics.report()),
    'enveloped-sleep-node': async ({ params }) => {
      await graph.requestNodeSleep(params.nodeIdSegment);
      return json({ message: 'The node was asked to sleep' }, 202);
    },
  };
}
