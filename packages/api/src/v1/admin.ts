import { keyed, lenientInt } from '@weir/definitions';
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { nodeIdParameter, NO_PARAMETERS } from '../parameters.js';

export const buildInfoSchema = z
  .object({
    version: z.string(),
    gitCommit: z.string().optional(),
    gitCommitDate: z.string().optional(),
    javaVersion: z.string().meta({ description: 'The runtime, under the name that clients know' }),
    persistenceWriteVersion: z.string().meta({ description: 'Version of the format on disk' }),
  })
  .meta({ id: 'BuildInfo' });

export const configViewSchema = z
  .object({
    persistor: z.object({ persistorType: z.string(), isLocal: z.boolean() }),
    webserver: z
      .object({ address: z.string(), port: z.int(), enabled: z.boolean(), useTls: z.boolean() })
      .optional(),
    shardCount: z.int().optional(),
    inMemorySoftNodeLimit: z.int().optional(),
    inMemoryHardNodeLimit: z.int().optional(),
    metricsReporterTypes: z.array(z.string()),
    defaultApiVersion: z.string(),
  })
  .meta({ id: 'ConfigurationView' });

const numberOrNull = z.number().nullable();

export const metricsReportSchema = z
  .object({
    atTime: z.string(),
    counters: z.array(z.object({ name: z.string(), count: z.int() })),
    timers: z.array(
      z
        .object({
          name: z.string(),
          min: numberOrNull,
          max: numberOrNull,
          median: numberOrNull,
          mean: numberOrNull,
        })
        .catchall(numberOrNull),
    ),
    gauges: z.array(z.object({ name: z.string(), value: numberOrNull })),
  })
  .meta({ id: 'MetricsReport' });

const limitsSchema = z
  .object({
    softLimit: lenientInt.meta({ description: 'Nodes awake on the shard above which some are put to sleep' }),
    hardLimit: lenientInt.meta({ description: 'Nodes awake on the shard above which none is woken' }),
  })
  .meta({ id: 'ShardLimits' });

export const shardSizesSchema = keyed(limitsSchema).meta({ description: 'By index of the shard' });

const tag = 'Administration';
const params = NO_PARAMETERS;
const query = NO_PARAMETERS;

export const buildInfo = endpoint({
  id: 'buildInfo',
  method: 'get',
  path: '/admin/build-info',
  tag,
  summary: 'Version of the service',
  params,
  query,
  responses: { 200: { description: 'Versions', schema: buildInfoSchema } },
});

export const config = endpoint({
  id: 'config',
  method: 'get',
  path: '/admin/config',
  tag,
  summary: 'Configuration in use, without secrets',
  params,
  query,
  responses: { 200: { description: 'Configuration', schema: configViewSchema } },
});

export const liveness = endpoint({
  id: 'liveness',
  method: 'get',
  path: '/admin/liveness',
  tag,
  summary: 'Is the process alive?',
  params,
  query,
  responses: { 204: { description: 'It is' } },
});

export const readiness = endpoint({
  id: 'readiness',
  method: 'get',
  path: '/admin/readiness',
  tag,
  summary: 'Can the service take requests?',
  params,
  query,
  responses: { 204: { description: 'It can' }, 503: { description: 'It is shutting down' } },
});

export const metrics = endpoint({
  id: 'metrics',
  method: 'get',
  path: '/admin/metrics',
  tag,
  summary: 'Counters, timers and gauges',
  params,
  query,
  responses: { 200: { description: 'Times in milliseconds, rates per second', schema: metricsReportSchema } },
});

export const metaData = endpoint({
  id: 'metaData',
  method: 'get',
  path: '/admin/meta-data',
  tag,
  summary: 'Keys of what is stored beside the graph',
  description: 'Values are base64 of JSON. Secrets are masked.',
  params,
  query,
  responses: { 200: { description: 'By key', schema: z.record(z.string(), z.string()) } },
});

export const shardSizes = endpoint({
  id: 'shardSizes',
  method: 'post',
  path: '/admin/shard-sizes',
  tag,
  summary: 'Read and change how many nodes stay awake',
  description: 'An empty object just reads. Shards that are not named keep their limits.',
  params,
  query,
  body: { kind: 'json', schema: shardSizesSchema, example: { '0': { softLimit: 10000, hardLimit: 75000 } } },
  responses: { 200: { description: 'Limits of all shards', schema: shardSizesSchema } },
});

export const requestNodeSleep = endpoint({
  id: 'requestNodeSleep',
  method: 'post',
  path: '/admin/request-node-sleep/{id}',
  tag,
  summary: 'Ask a node to sleep',
  description: 'Best effort: a node with work in flight declines.',
  params: z.object({ id: nodeIdParameter }),
  query,
  responses: { 202: { description: 'It has been asked' } },
});

export const shutdown = endpoint({
  id: 'shutdown',
  method: 'post',
  path: '/admin/shutdown',
  tag,
  summary: 'Stop the service gracefully',
  params,
  query,
  responses: { 202: { description: 'It stops' } },
});
