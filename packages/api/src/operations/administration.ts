import { keyed, lenientInt } from '@weir/definitions';
import type { NodeId } from '@weir/model';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import { backpressureSchema } from './backpressure.js';
import type { PastTime } from './cypher.js';

const systemInfoSchema = z
  .object({
    version: z.string(),
    gitCommit: z.string().optional(),
    gitCommitDate: z.string().optional(),
    javaVersion: z.string().meta({ description: 'The runtime, under the name that clients know' }),
    javaRuntimeVersion: z.string().meta({ description: 'Its version' }),
    javaAvailableProcessors: z.int().meta({ description: 'Processors that it may use' }),
    javaMaxMemory: z.int().meta({ description: 'Bytes of memory that it may use' }),
    persistenceWriteVersion: z.string().meta({ description: 'Version of the format on disk' }),
    quineType: z.string().meta({ description: 'The edition' }),
  })
  .meta({ id: 'SystemInfo' });

export const buildInfoSchema = systemInfoSchema
  .pick({
    version: true,
    gitCommit: true,
    gitCommitDate: true,
    javaVersion: true,
    persistenceWriteVersion: true,
  })
  .meta({ id: 'BuildInfo' });

export type SystemInfo = z.output<typeof systemInfoSchema>;

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
const quantiles = {
  90: numberOrNull,
  99: numberOrNull,
  80: numberOrNull,
  20: numberOrNull,
  10: numberOrNull,
};

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
          q1: numberOrNull,
          q3: numberOrNull,
          oneMinuteRate: numberOrNull,
          ...quantiles,
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

export interface GraphHashCode {
  /** 64 bits, signed. */
  readonly value: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly atTime: number;
}

export const graphHashCodeSchema = z
  .object({ value: z.string().meta({ description: '64 bits, signed' }), atTime: z.int() })
  .meta({ id: 'GraphHashCode' });

/** In milliseconds since the Unix epoch. */
export const graphHashCodeV1 = ({ value, atTime }: GraphHashCode): object => ({
  value: String(value),
  atTime,
});

const importSummarySchema = z
  .object({
    nodes: z.int().meta({ description: 'Lines with a node' }),
    edges: z.int().meta({ description: 'Lines with an edge' }),
  })
  .meta({ id: 'ImportSummary' });

const clusterSchema = z
  .object({
    isShared: z.boolean().meta({ description: 'Several processes share the graph' }),
    owner: z
      .string()
      .nullable()
      .meta({ description: 'The process that works on the graph, by its present life' }),
    epoch: z
      .int()
      .meta({ description: 'Of the graph in the directory: greater with each owner; 0 for one process' }),
    order: z.int().meta({
      description: 'Of the workers: greater each time that they begin anew, whoever owns the graph',
    }),
    members: z.array(
      z.object({
        id: z.string(),
        address: z.string().meta({ description: 'Of its web server' }),
        isOwner: z.boolean(),
        isLeaving: z.boolean(),
        lends: z
          .int()
          .meta({ description: 'Worker threads that it offers while another process works on the graph' }),
        shards: z.array(z.int()).meta({ description: 'On its workers now' }),
      }),
    ),
    workers: z.array(
      z.object({
        worker: z.int(),
        member: z.string().nullable().meta({ description: 'Where it is; null for one process' }),
        shards: z.array(z.int()),
        lag: z
          .object({
            silentMillis: z.int().meta({
              description: 'Since its process was heard of, which says something four times a second',
            }),
            waitingBytes: z.int().meta({ description: 'That wait here to be sent to its process' }),
          })
          .nullable()
          .meta({ description: 'Of a process that lends; null for threads of the owner' }),
      }),
    ),
    readers: z
      .array(
        z.object({
          stream: z.string(),
          member: z.string().nullable().meta({ description: 'Where it reads; null for one process' }),
          records: z.int().meta({ description: 'Done of what it has read since it began' }),
          trouble: z.string().nullable().meta({ description: 'Why nothing comes from there at the moment' }),
        }),
      )
      .meta({ description: 'Who reads the sources of ingest streams that have not ended' }),
    moves: z
      .array(
        z.object({
          atTime: z.string(),
          reason: z.string(),
          millis: z
            .int()
            .nullable()
            .meta({ description: 'Until the graph went on; null: it does not as yet' }),
        }),
      )
      .meta({ description: 'When workers began anew, the last twenty of this owner' }),
  })
  .meta({ id: 'Cluster' });

export type ClusterView = z.output<typeof clusterSchema>;

const logLevel = z.enum(['off', 'error', 'warn', 'info', 'debug']);
const logLevelsSchema = z
  .object({
    level: logLevel.meta({ description: 'Of modules that are not named' }),
    modules: z.partialRecord(z.enum(['service', 'http', 'access', 'ingest', 'outputs', 'graph']), logLevel),
  })
  .meta({ id: 'LogLevels' });

const topic = 'administration';
const limitsOfAllShards = { description: 'Limits of all shards', schema: shardSizesSchema };

export const administrationOperations = operations({
  systemInfo: {
    topic,
    summary: 'Version of the service',
    gives: typeOf<SystemInfo>(),
    answer: { description: 'Versions', schema: systemInfoSchema },
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
  getGraphHashCode: {
    topic,
    summary: 'A number that two graphs with the same nodes and edges share',
    description: 'Looks at every node. Of the empty graph it is 0.',
    takes: typeOf<PastTime>(),
    gives: typeOf<GraphHashCode>(),
    answer: { description: 'The hash code, and the time that it is of' },
  },
  getBackpressure: {
    topic,
    summary: 'Where records and results wait now',
    gives: typeOf<unknown>(),
    answer: { description: 'One entry: there is one host', schema: z.array(backpressureSchema) },
  },
  getCluster: {
    topic,
    summary: 'Which processes share the graph, and where its shards are',
    gives: typeOf<ClusterView>(),
    answer: { description: 'As the owner of the graph knows it', schema: clusterSchema },
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
  getLogLevels: {
    topic,
    summary: 'What the log shows',
    answer: { description: 'The least important level that is shown, by module', schema: logLevelsSchema },
  },
  putLogLevels: {
    topic,
    summary: 'Change what the log shows',
    description: 'Until the service ends; then the configuration holds again.',
    body: { kind: 'json', schema: logLevelsSchema, example: { level: 'warn', modules: { ingest: 'debug' } } },
    answer: { description: 'What it shows now', schema: logLevelsSchema },
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
    takes: typeOf<PastTime>(),
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
