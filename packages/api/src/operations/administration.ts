import { keyed, lenientInt } from '@weir/definitions';
import type { NodeId } from '@weir/model';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';

const buildInfoSchema = z
  .object({
    version: z.string(),
    gitCommit: z.string().optional(),
    gitCommitDate: z.string().optional(),
    javaVersion: z.string().meta({ description: 'The runtime, under the name that clients know' }),
    persistenceWriteVersion: z.string().meta({ description: 'Version of the format on disk' }),
  })
  .meta({ id: 'BuildInfo' });

const configViewSchema = z
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

const metricsReportSchema = z
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

const shardSizesSchema = keyed(limitsSchema).meta({ description: 'By index of the shard' });

const importSummarySchema = z
  .object({
    nodes: z.int().meta({ description: 'Lines with a node' }),
    edges: z.int().meta({ description: 'Lines with an edge' }),
  })
  .meta({ id: 'ImportSummary' });

const topic = 'administration';
const limitsOfAllShards = { description: 'Limits of all shards', schema: shardSizesSchema };

export const administrationOperations = operations({
  buildInfo: {
    topic,
    summary: 'Version of the service',
    answer: { description: 'Versions', schema: buildInfoSchema },
  },
  config: {
    topic,
    summary: 'Configuration in use, without secrets',
    answer: { description: 'Configuration', schema: configViewSchema },
  },
  liveness: { topic, summary: 'Is the process alive?', status: 204, answer: { description: 'It is' } },
  readiness: {
    topic,
    summary: 'Can the service take requests?',
    status: 204,
    answer: { description: 'It can' },
    responses: {
      503: { description: 'It is shutting down, or looks again at what was written before a crash' },
    },
  },
  getMetrics: {
    topic,
    summary: 'Counters, timers and gauges',
    answer: { description: 'Times in milliseconds, rates per second', schema: metricsReportSchema },
  },
  metaData: {
    topic,
    summary: 'Keys of what is stored beside the graph',
    description: 'Values are base64 of JSON. Secrets are masked.',
    answer: { description: 'By key', schema: z.record(z.string(), z.string()) },
  },
  getShardSizes: { topic, summary: 'How many nodes may stay awake', answer: limitsOfAllShards },
  updateShardSizes: {
    topic,
    summary: 'Change how many nodes may stay awake',
    description: 'Shards that are not named keep their limits.',
    body: {
      kind: 'json',
      schema: shardSizesSchema,
      example: { '0': { softLimit: 10000, hardLimit: 75000 } },
    },
    answer: limitsOfAllShards,
  },
  sleepNode: {
    topic,
    summary: 'Ask a node to sleep',
    description: 'Best effort: a node with work in flight declines.',
    takes: typeOf<{ readonly node: NodeId }>(),
    status: 202,
    answer: { description: 'It has been asked' },
  },
  shutdown: {
    topic,
    summary: 'Stop the service gracefully',
    status: 202,
    answer: { description: 'It stops' },
  },
  backup: {
    topic,
    summary: 'A copy of everything stored',
    description:
      'Taken at one moment, while the service goes on. Made into a data directory by the command `weir restore`. ' +
      'Holds everything, secrets of outputs among it.',
    answer: { description: 'The backup', mediaType: 'application/octet-stream', schema: z.string() },
  },
  exportGraph: {
    topic,
    summary: 'The graph as lines of JSON',
    description: 'First all nodes, then all edges, one on a line. The last line says how many there are.',
    takes: typeOf<{ readonly atTime?: number | undefined }>(),
    answer: { description: 'The lines', mediaType: 'application/x-ndjson', schema: z.string() },
  },
  importGraph: {
    topic,
    summary: 'Add exported lines to the graph',
    description:
      'The body is what an export gave, of any length. What is there already stays, and importing the same again ' +
      'changes nothing. Answers when everything is durable.',
    answer: { description: 'What was read', schema: importSummarySchema },
  },
});

export type AdministrationOperations = typeof administrationOperations;
