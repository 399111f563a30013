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
    javaVersion: z.string().meta({ description: 'Version of the runtime; the field is named as in Quine' }),
    javaRuntimeVersion: z.string().meta({ description: 'Version of the runtime' }),
    javaAvailableProcessors: z.int().meta({ description: 'Number of processors available to the server' }),
    javaMaxMemory: z.int().meta({ description: 'Maximum memory of the server in bytes' }),
    persistenceWriteVersion: z.string().meta({ description: 'Version of the storage format' }),
    quineType: z.string().meta({ description: 'Edition of the server' }),
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
    softLimit: lenientInt.meta({
      description: 'Number of awake nodes above which the shard puts nodes to sleep',
    }),
    hardLimit: lenientInt.meta({
      description: 'Number of awake nodes at which the shard wakes no node until others sleep',
    }),
  })
  .meta({ id: 'ShardLimits' });

const shardSizesSchema = keyed(limitsSchema).meta({ description: 'By shard index' });

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
    nodes: z.int().meta({ description: 'Number of lines with a node' }),
    edges: z.int().meta({ description: 'Number of lines with an edge' }),
  })
  .meta({ id: 'ImportSummary' });

const clusterSchema = z
  .object({
    isShared: z.boolean().meta({ description: 'Whether several processes share the graph' }),
    owner: z
      .string()
      .nullable()
      .meta({ description: 'Id of the process that owns the graph; it changes when the process restarts' }),
    epoch: z
      .int()
      .meta({ description: 'Epoch of the graph, which increases with each owner; 0 for a single process' }),
    order: z.int().meta({
      description: 'Generation of the workers, which increases each time the workers restart',
    }),
    members: z.array(
      z.object({
        id: z.string(),
        address: z.string().meta({ description: 'URL of its web server' }),
        isOwner: z.boolean(),
        isLeaving: z.boolean(),
        isReady: z.boolean().meta({
          description:
            'Whether it can own the graph at once: it is not leaving, it reaches the store, and with a log it has read what was written before it started',
        }),
        lends: z
          .int()
          .meta({ description: 'Number of worker threads that it lends to the owner of the graph' }),
        shards: z.array(z.int()).meta({ description: 'Shards currently on its workers' }),
        copies: z.array(z.int()).nullable().meta({
          description:
            'Shards whose data it has, with cluster.copies; null: all of them, or the store needs no copies',
        }),
        rowsBehind: z.int().nullable().meta({
          description:
            'Rows in the log of the graph that its copies lacked at its last check, every ten seconds; null: unknown, or the store needs no copies',
        }),
      }),
    ),
    workers: z.array(
      z.object({
        worker: z.int(),
        member: z
          .string()
          .nullable()
          .meta({ description: 'The process that runs the worker; null for a single process' }),
        shards: z.array(z.int()),
        lag: z
          .object({
            silentMillis: z.int().meta({
              description:
                'Milliseconds since the last heartbeat of its process; heartbeats are sent four times a second',
            }),
            waitingBytes: z.int().meta({ description: 'Bytes that are queued for its process' }),
          })
          .nullable()
          .meta({ description: 'Only for lent workers; null for threads of the owner' }),
      }),
    ),
    readers: z
      .array(
        z.object({
          stream: z.string(),
          member: z
            .string()
            .nullable()
            .meta({ description: 'The process that reads the source; null for a single process' }),
          records: z.int().meta({ description: 'Number of records that it has read and that are processed' }),
          trouble: z.string().nullable().meta({ description: 'Why the source currently delivers nothing' }),
        }),
      )
      .meta({ description: 'Readers of the sources of all active ingest streams' }),
    moves: z
      .array(
        z.object({
          atTime: z.string(),
          reason: z.string(),
          millis: z
            .int()
            .nullable()
            .meta({ description: 'Downtime of the graph in milliseconds; null while it is still down' }),
        }),
      )
      .meta({ description: 'The last twenty restarts of the workers under this owner' }),
  })
  .meta({ id: 'Cluster' });

export type ClusterView = z.output<typeof clusterSchema>;

const logLevel = z.enum(['off', 'error', 'warn', 'info', 'debug']);
const logLevelsSchema = z
  .object({
    level: logLevel.meta({ description: 'Level of all other modules' }),
    modules: z.partialRecord(z.enum(['service', 'http', 'access', 'ingest', 'outputs', 'graph']), logLevel),
  })
  .meta({ id: 'LogLevels' });

const topic = 'administration';
const limitsOfAllShards = { description: 'Limits of all shards', schema: shardSizesSchema };

export const administrationOperations = operations({
  systemInfo: {
    topic,
    summary: 'Get the version of the server',
    gives: typeOf<SystemInfo>(),
    answer: { description: 'Versions', schema: systemInfoSchema },
  },
  config: {
    topic,
    summary: 'Get the current configuration, without secrets',
    answer: { description: 'Configuration', schema: configViewSchema },
  },
  liveness: {
    topic,
    summary: 'Check whether the process is alive',
    status: 204,
    answer: { description: 'The process is alive' },
  },
  readiness: {
    topic,
    summary: 'Check whether the server accepts requests',
    status: 204,
    answer: { description: 'The server accepts requests' },
    responses: {
      503: { description: 'The server is shutting down, or is recovering after a crash' },
    },
  },
  getGraphHashCode: {
    topic,
    summary: 'Get a hash code of the graph',
    description:
      'Two graphs with the same nodes and edges have the same hash code; that of the empty graph is 0. ' +
      'The request reads every node.',
    takes: typeOf<PastTime>(),
    gives: typeOf<GraphHashCode>(),
    answer: { description: 'The hash code and its time' },
  },
  getBackpressure: {
    topic,
    summary: 'Get the queues of records and results',
    gives: typeOf<unknown>(),
    answer: { description: 'A list with one entry', schema: z.array(backpressureSchema) },
  },
  getCluster: {
    topic,
    summary: 'Get the processes that share the graph and the location of its shards',
    gives: typeOf<ClusterView>(),
    answer: { description: 'The state as known to the owner of the graph', schema: clusterSchema },
  },
  getMetrics: {
    topic,
    summary: 'Get counters, timers and gauges',
    answer: { description: 'Times in milliseconds, rates per second', schema: metricsReportSchema },
  },
  metaData: {
    topic,
    summary: 'Get the metadata that is stored with the graph',
    description: 'Values are base64 of JSON. Secrets are masked.',
    answer: { description: 'Values by key', schema: z.record(z.string(), z.string()) },
  },
  getShardSizes: { topic, summary: 'Get the limits of awake nodes', answer: limitsOfAllShards },
  updateShardSizes: {
    topic,
    summary: 'Change the limits of awake nodes',
    description: 'Shards that the request does not name keep their limits.',
    body: {
      kind: 'json',
      schema: shardSizesSchema,
      example: { '0': { softLimit: 10000, hardLimit: 75000 } },
    },
    answer: limitsOfAllShards,
  },
  sleepNode: {
    topic,
    summary: 'Request that a node goes to sleep',
    description: 'Best effort: a node with work in flight declines.',
    takes: typeOf<{ readonly node: NodeId }>(),
    status: 202,
    answer: { description: 'The request was passed on to the node' },
  },
  getLogLevels: {
    topic,
    summary: 'Get the log levels',
    answer: { description: 'The lowest level that is shown, by module', schema: logLevelsSchema },
  },
  putLogLevels: {
    topic,
    summary: 'Change the log levels',
    description:
      'The change lasts until the server stops; at the next start, the configuration applies again.',
    body: { kind: 'json', schema: logLevelsSchema, example: { level: 'warn', modules: { ingest: 'debug' } } },
    answer: { description: 'The new log levels', schema: logLevelsSchema },
  },
  shutdown: {
    topic,
    summary: 'Shut down the server gracefully',
    status: 202,
    answer: { description: 'The server is shutting down' },
  },
  backup: {
    topic,
    summary: 'Create a backup',
    description:
      'A consistent copy of all stored data, made while the server keeps running. The command `weir ' +
      'restore` turns it into a data directory. The backup contains secrets, such as those of outputs.',
    answer: { description: 'The backup', mediaType: 'application/octet-stream', schema: z.string() },
  },
  exportGraph: {
    topic,
    summary: 'Export the graph as JSON lines',
    description:
      'First all nodes, then all edges, one per line. The last line has the number of nodes and edges.',
    takes: typeOf<PastTime>(),
    answer: { description: 'The exported lines', mediaType: 'application/x-ndjson', schema: z.string() },
  },
  importGraph: {
    topic,
    summary: 'Import JSON lines into the graph',
    description:
      'The body is an export of any length. Existing data stays, and importing the same export again ' +
      'changes nothing. The response is sent when everything is durable.',
    answer: { description: 'Number of imported nodes and edges', schema: importSummarySchema },
  },
});

export type AdministrationOperations = typeof administrationOperations;
