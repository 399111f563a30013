import type { V1Endpoints } from '@weir/api';
import { empty, json, type Handlers } from '../http/endpoint-router.js';
import { jsonText } from '../http/json-text.js';
import type { Services } from '../services/services.js';
import { changeShardLimits, shardLimits } from '../services/shard-limits.js';
import { UI_METADATA_KEYS } from '../services/ui-settings.js';

type AdminEndpoints = Pick<
  V1Endpoints,
  | 'buildInfo'
  | 'config'
  | 'liveness'
  | 'readiness'
  | 'metrics'
  | 'metaData'
  | 'shardSizes'
  | 'requestNodeSleep'
  | 'shutdown'
>;

export function adminRoutes(services: Services): Handlers<AdminEndpoints> {
  const { graph, metrics } = services;
  return {
    buildInfo: () => json(services.build),
    config: () => json(services.configView),
    liveness: () => empty(204),
    readiness: () => empty(services.isReady() ? 204 : 503),
    metrics: async () => json(await metrics.report()),
    metaData: async () => json(await publicMetadata(services)),
    shardSizes: async ({ body }) => {
      await changeShardLimits(graph, body);
      return json(await shardLimits(graph));
    },
    requestNodeSleep: async ({ params }) => {
      await graph.requestNodeSleep(params.id);
      return empty(202);
    },
    shutdown: () => {
      services.shutdown();
      return empty(202);
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
