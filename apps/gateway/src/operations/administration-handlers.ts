import type { AdministrationOperations } from '@weir/api';
import { WRITTEN, type Handlers } from '../http/endpoint-router.js';
import { jsonText } from '../http/json-text.js';
import { streamResponse } from '../http/stream-response.js';
import type { Services } from '../services/services.js';
import { changeShardLimits, shardLimits } from '../services/shard-limits.js';
import { UI_METADATA_KEYS } from '../services/ui-settings.js';

export function administrationHandlers(services: Services): Handlers<AdministrationOperations> {
  const { graph, metrics } = services;
  return {
    buildInfo: () => services.build,
    config: () => services.configView,
    liveness: () => undefined,
    readiness: (_, { response }) => {
      if (graph.outage !== undefined) throw graph.outage;
      const reason = services.unreadiness();
      if (reason === undefined) return undefined;
      response.status(503).set('Weir-Error-Code', 'graph.not-ready').json([reason]);
      return WRITTEN;
    },
    getMetrics: () => metrics.report(),
    metaData: () => publicMetadata(services),
    getShardSizes: () => shardLimits(graph),
    updateShardSizes: async ({ body }) => {
      await changeShardLimits(graph, body);
      return shardLimits(graph);
    },
    sleepNode: ({ node }) => graph.requestNodeSleep(node),
    shutdown: () => services.shutdown(),
    backup: async (_, { request, response, signal }) => {
      response.attachment('weir.backup');
      if (request.method === 'HEAD') response.status(200).end();
      else await streamResponse(graph.backup(), 'application/octet-stream', response, signal);
      return WRITTEN;
    },
    exportGraph: async ({ atTime }, { request, response, signal }) => {
      const lines = graph.exportLines(atTime === undefined ? {} : { atTime });
      if (request.method === 'HEAD') response.status(200).type('application/x-ndjson').end();
      else await streamResponse(lines, 'application/x-ndjson', response, signal);
      return WRITTEN;
    },
    importGraph: async (_, { request }) => {
      try {
        return await graph.importLines(request.iterator({ destroyOnReturn: false }));
      } finally {
        // The rest of a body that is refused is read all the same, so that the client gets to read why.
        request.resume();
      }
    },
  };
}

/** Only what holds no secrets. */
async function publicMetadata({ graph, build }: Services): Promise<Record<string, string>> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const version = Buffer.from(build.persistenceWriteVersion.split('.').map(Number)).toString('base64');
  const entries: [string, string][] = [['serialization_version', version]];
  for (const key of UI_METADATA_KEYS) {
    const value = await graph.metadata.get(key);
    if (value !== undefined) entries.push([key, base64(jsonText(value))]);
  }
  return Object.fromEntries(entries);
}
