/** The part of the configuration that is safe to show. */
import type { StreamingGraph } from '@weir/contract';
import type { Config } from '../config/settings.js';

/** Store names that clients of the first API version know, if they know the store. */
const STORE_NAMES: Readonly<Record<string, string>> = { memory: 'inmemory' };

/** Name that API clients know. */
export function storeNameOf(graph: StreamingGraph): string {
  return STORE_NAMES[graph.admin.health.storeName] ?? graph.admin.health.storeName;
}

export function configView(config: Config, graph: StreamingGraph, port: number | undefined): unknown {
  return {
    persistor: { persistorType: storeNameOf(graph), isLocal: graph.admin.health.storeName !== 'cassandra' },
    webserver: {
      address: config['webserver.address'],
      port: port ?? config['webserver.port'],
      enabled: config['webserver.enabled'],
      useTls: config['webserver.use-tls'],
    },
    shardCount: graph.admin.shards.count,
    inMemorySoftNodeLimit: config['in-memory-soft-node-limit'] ?? undefined,
    inMemoryHardNodeLimit: config['in-memory-hard-node-limit'] ?? undefined,
    metricsReporterTypes: [],
    defaultApiVersion: config['default-api-version'],
  };
}
