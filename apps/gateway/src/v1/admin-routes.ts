import type { V1Endpoints } from '@weir/api';
import { RequestError } from '@weir/api';
import type { ShardLimits } from '@weir/runtime';
import { empty, json, type Handlers } from '../http/endpoint-router.js';
import { jsonText } from '../http/json-text.js';
import type { Services } from '../services/services.js';
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
      await graph.setShardLimits(toLimits(body, graph.shards));
      return json(await currentLimits(services));
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

function toLimits(
  body: Readonly<Record<string, ShardLimits>>,
  shards: number,
): ReadonlyMap<number, ShardLimits> {
  const problems: string[] = [];
  const unknown: string[] = [];
  const limits = new Map<number, ShardLimits>();
  for (const [key, { softLimit, hardLimit }] of Object.entries(body)) {
    const shard = /^\d+$/.test(key) ? Number(key) : NaN;
    if (Number.isNaN(shard)) problems.push(`For input string: "${key}"`);
    else if (shard >= shards) unknown.push(key);
    else if (softLimit < 0 || hardLimit <= softLimit) {
      problems.push(`Shard ${key}: softLimit must be at least 0 and hardLimit above softLimit`);
    } else limits.set(shard, { softLimit, hardLimit });
  }
  if (unknown.length > 0) problems.push(`The following shards do not exist: ${unknown.join(', ')}`);
  if (problems.length > 0) throw new RequestError(problems);
  return limits;
}

async function currentLimits({ graph }: Services): Promise<Record<string, ShardLimits>> {
  const status = await graph.shardStatus();
  return Object.fromEntries(status.flatMap(({ shard, limits }) => (limits ? [[String(shard), limits]] : [])));
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
