import type { AdministrationOperations } from '@weir/api';
import { WeirError } from '@weir/platform';
import { WRITTEN, type Handlers } from '../endpoint-router.js';
import { streamResponse } from '../../responses/stream-response.js';
import { backpressure } from '../../metrics/backpressure.js';
import { clusterView } from '../../system/cluster-view.js';
import { graphHashCode } from '../../graph/graph-hash-code.js';
import { checkIsPast } from '../../graph/past-time.js';
import type { Services } from '../../services.js';
import { storedMetadata } from '../../system/stored-metadata.js';
import { changeShardLimits, shardLimits } from '../../graph/shard-limits.js';

export function administrationHandlers(services: Services): Handlers<AdministrationOperations> {
  const { graph, metrics } = services;
  return {
    systemInfo: () => services.build,
    config: () => services.configView,
    liveness: () => undefined,
    readiness: () => {
      if (graph.admin.health.outage !== undefined) throw graph.admin.health.outage;
      const reason = services.unreadiness();
      if (reason !== undefined) throw new WeirError('graph.not-ready', reason);
    },
    getCluster: () =>
      clusterView(graph.admin.workers.placement, services.membership, services.ingest.readers()),
    getMetrics: () => metrics.report(),
    metaData: () => storedMetadata(services),
    getGraphHashCode: async ({ atTime }, { request, signal }) => {
      const { clock } = services.environment;
      checkIsPast(atTime, clock, request);
      const time = atTime ?? clock.now();
      return { value: await graphHashCode(graph, atTime, signal), atTime: time };
    },
    getBackpressure: async () => [await backpressure(services)],
    getShardSizes: () => shardLimits(graph),
    updateShardSizes: async ({ body }) => {
      await changeShardLimits(graph, body);
      return shardLimits(graph);
    },
    sleepNode: ({ node }) => graph.admin.shards.sleepNode(node),
    getLogLevels: () => services.logs.levels,
    putLogLevels: ({ body }) => (services.logs.levels = body),
    shutdown: () => services.shutdown(),
    backup: async (_, { request, response, signal }) => {
      response.attachment('weir.backup');
      if (request.method === 'HEAD') response.status(200).end();
      else await streamResponse(graph.admin.transfer.backup(), 'application/octet-stream', response, signal);
      return WRITTEN;
    },
    exportGraph: async ({ atTime }, { request, response, signal }) => {
      const lines = graph.admin.transfer.exportLines(atTime === undefined ? {} : { atTime });
      if (request.method === 'HEAD') response.status(200).type('application/x-ndjson').end();
      else await streamResponse(lines, 'application/x-ndjson', response, signal);
      return WRITTEN;
    },
    importGraph: async (_, { request }) => {
      try {
        return await graph.admin.transfer.importLines(request.iterator({ destroyOnReturn: false }));
      } finally {
        // Reads the rest of a rejected body so that the client gets to read the error.
        request.resume();
      }
    },
  };
}
