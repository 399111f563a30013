/** The first version of the API. */
import {
  ingestDefinitionV1,
  ingestOfVersion1,
  outputDefinition,
  standingQueryDefinitionSchema,
} from '@weir/definitions';
import { z } from 'zod';
import { allOperations as operation } from '../operations/operations.js';
import { ingestListSchema, ingestListV1, namedIngestInfoSchema, namedIngestV1 } from './ingest-form.js';
import { v1QueryProtocol } from '../query-protocol.js';
import { v1 } from './skin.js';
import { buildInfoSchema, graphHashCodeSchema, graphHashCodeV1 } from '../operations/administration.js';
import { nodeAppearanceV1, nodePropertyV1 } from './shown.js';
import {
  isSayableInV1,
  outputV1,
  registeredStandingQuerySchema,
  registeredV1,
  standingReplacementSchema,
  standingResultSchema,
} from './standing-form.js';

/** Maximum number of results that wait for a slow WebSocket client. */
const SOCKET_CAPACITY = 128;

const { serve } = v1;

export const V1_BASE_PATH = v1.basePath;

const stream = { answer: { schema: namedIngestInfoSchema, show: namedIngestV1 } };
const query = { answer: { schema: registeredStandingQuerySchema, show: registeredV1 } };
const upgrade = {
  operation: operation.watchStandingResults.id,
  take: ({ params }: { readonly params: object }) => ({ ...params, capacity: SOCKET_CAPACITY }),
};
const edgeChoice = ['limit', 'direction', 'other', 'type', 'at-time'] as const;
const timed = { query: ['at-time', 'timeout'] } as const;

export const v1Endpoints = [
  serve('get', '/ingest', operation.listIngest, {
    answer: { description: 'All streams by name', schema: ingestListSchema, show: ingestListV1 },
  }),
  serve('post', '/ingest/{name}', operation.createIngest, {
    body: {
      kind: 'json',
      schema: ingestDefinitionV1,
      example: {
        type: 'NumberIteratorIngest',
        ingestLimit: 1000,
        format: {
          type: 'CypherLine',
          query: 'MATCH (n) WHERE id(n) = idFrom(toInteger($that)) SET n.i = toInteger($that)',
        },
      },
    },
    take: ({ name, body }) => ({ name, definition: ingestOfVersion1(body) }),
  }),
  serve('get', '/ingest/{name}', operation.getIngest, stream),
  serve('delete', '/ingest/{name}', operation.deleteIngest, stream),
  serve('put', '/ingest/{name}/pause', operation.pauseIngest, stream),
  serve('put', '/ingest/{name}/start', operation.startIngest, stream),

  serve('get', '/query/standing', operation.listStandingQueries, {
    answer: {
      schema: z.array(registeredStandingQuerySchema),
      show: queries => queries.map(registeredV1),
    },
  }),
  serve('post', '/query/standing/{name}', operation.createStandingQuery, {
    description:
      'From now on, every match is reported to the outputs and the results stream, and so is the ' +
      'retraction of every match, unless `includeCancellations` is false. Existing nodes are ' +
      'evaluated when they next change, or all at once with propagate.',
    body: {
      kind: 'json',
      schema: standingQueryDefinitionSchema,
      example: {
        pattern: {
          type: 'Cypher',
          query: 'MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child',
          mode: 'DistinctId',
        },
        outputs: { console: { type: 'PrintToStandardOut' } },
      },
    },
    take: ({ name, body }) => ({ name, definition: body }),
    answer: { description: 'The standing query is running' },
  }),
  serve('put', '/query/standing/{name}', operation.replaceStandingQuery, {
    ...query,
    body: {
      kind: 'json',
      schema: standingReplacementSchema,
      example: { pattern: { type: 'Cypher', query: 'MATCH (n:Person) RETURN DISTINCT id(n)' } },
    },
    take: ({ name, body: { pattern } }) => ({ name, pattern }),
  }),
  serve('get', '/query/standing/{name}', operation.getStandingQuery, { ...query, upgrade }),
  serve('delete', '/query/standing/{name}', operation.deleteStandingQuery, query),
  serve('get', '/query/standing/{name}/results', operation.streamStandingResults, {
    query: ['last-event-id'],
    answer: { schema: standingResultSchema, mediaType: 'text/event-stream' },
    upgrade,
  }),
  serve('post', '/query/standing/{name}/output/{output}', operation.createStandingQueryOutput, {
    id: 'createStandingOutput',
    body: { kind: 'json', schema: outputDefinition, example: { type: 'PrintToStandardOut' } },
    take: ({ body, ...named }) => ({ ...named, definition: body }),
  }),
  serve('delete', '/query/standing/{name}/output/{output}', operation.deleteStandingQueryOutput, {
    id: 'deleteStandingOutput',
    summary: 'Remove an output',
    take: named => ({ ...named, isSayable: isSayableInV1 }),
    answer: { schema: outputDefinition, show: ({ definition }) => outputV1(definition) },
  }),
  serve('post', '/query/standing/control/propagate', operation.propagateStandingQueries, {
    query: ['include-sleeping', 'wake-up-parallelism'],
  }),

  serve('post', '/query/cypher', operation.queryCypher, timed),
  serve('post', '/query/cypher/nodes', operation.queryCypherNodes, timed),
  serve('post', '/query/cypher/edges', operation.queryCypherEdges, timed),
  serve('post', '/query/gremlin', operation.queryGremlin, timed),
  serve('post', '/query/gremlin/nodes', operation.queryGremlinNodes, timed),
  serve('post', '/query/gremlin/edges', operation.queryGremlinEdges, timed),
  serve('get', '/query/cypher/user-defined', operation.listUserFunctions),
  serve('post', '/query/cypher/user-defined', operation.defineUserFunction),
  serve('delete', '/query/cypher/user-defined/{name}', operation.removeUserFunction),

  serve('get', '/query', operation.openQuerySocket, { take: () => ({ protocol: v1QueryProtocol }) }),
  serve('get', '/lsp', operation.openLanguageServer),

  serve('get', '/algorithm/walk/{id}', operation.generateRandomWalk, {
    query: ['length', 'query', 'return', 'in-out', 'seed', 'at-time'],
  }),
  serve('put', '/algorithm/walk', operation.saveRandomWalks, {
    query: ['length', 'count', 'query', 'return', 'in-out', 'seed', 'at-time', 'parallelism'],
    answer: { description: 'Name of the file', mediaType: 'text/plain', schema: z.string() },
  }),

  serve('get', '/admin/build-info', operation.systemInfo, {
    id: 'buildInfo',
    answer: {
      schema: buildInfoSchema,
      show: ({ version, gitCommit, gitCommitDate, javaVersion, persistenceWriteVersion }) => ({
        version,
        gitCommit,
        gitCommitDate,
        javaVersion,
        persistenceWriteVersion,
      }),
    },
  }),
  serve('get', '/admin/graph-hash-code', operation.getGraphHashCode, {
    id: 'graphHashCode',
    query: ['at-time'],
    answer: { schema: graphHashCodeSchema, show: graphHashCodeV1 },
  }),
  serve('get', '/admin/config', operation.config),
  serve('get', '/admin/liveness', operation.liveness),
  serve('get', '/admin/readiness', operation.readiness),
  serve('get', '/admin/metrics', operation.getMetrics, { id: 'metrics' }),
  serve('get', '/admin/meta-data', operation.metaData),
  serve('post', '/admin/shard-sizes', operation.updateShardSizes, {
    id: 'shardSizes',
    summary: 'Read and change the limits of awake nodes',
    description:
      'An empty object only reads the limits. Shards that the request does not name keep their limits.',
  }),
  serve('post', '/admin/request-node-sleep/{id}', operation.sleepNode, { id: 'requestNodeSleep' }),
  serve('get', '/admin/log-levels', operation.getLogLevels),
  serve('put', '/admin/log-levels', operation.putLogLevels),
  serve('post', '/admin/shutdown', operation.shutdown),
  serve('get', '/admin/backup', operation.backup),
  serve('get', '/admin/export', operation.exportGraph, { query: ['at-time'] }),
  serve('post', '/admin/import', operation.importGraph),

  serve('get', '/query-ui/sample-queries', operation.getSampleQueries),
  serve('put', '/query-ui/sample-queries', operation.putSampleQueries),
  serve('get', '/query-ui/quick-queries', operation.getQuickQueries),
  serve('put', '/query-ui/quick-queries', operation.putQuickQueries),
  serve('get', '/query-ui/node-appearances', operation.getNodeAppearances, {
    answer: { show: appearances => appearances.map(nodeAppearanceV1) },
  }),
  serve('put', '/query-ui/node-appearances', operation.putNodeAppearances),

  serve('get', '/debug/{id}', operation.getNode, { query: ['at-time'] }),
  serve('put', '/debug/{id}', operation.putNode),
  serve('delete', '/debug/{id}', operation.deleteNode),
  serve('get', '/debug/{id}/verbose', operation.getNodeVerbose, { query: ['at-time'] }),
  serve('get', '/debug/{id}/props', operation.getNodeProperty, {
    query: ['key', 'at-time'],
    answer: { show: nodePropertyV1 },
    responses: { 404: { description: 'The node has no such property' } },
  }),
  serve('put', '/debug/{id}/props', operation.putNodeProperty, { query: ['key'] }),
  serve('delete', '/debug/{id}/props', operation.deleteNodeProperty, { query: ['key'] }),
  serve('get', '/debug/{id}/edges', operation.listNodeEdges, {
    query: edgeChoice,
    take: given => ({ ...given, onlyFull: true }),
  }),
  serve('get', '/debug/{id}/edges/half', operation.listNodeEdges, {
    id: 'listNodeHalfEdges',
    summary: 'Get the edges of a node, including half edges',
    query: edgeChoice,
    take: given => ({ ...given, onlyFull: false }),
  }),
  serve('put', '/debug/{id}/edges', operation.addNodeEdges),
  serve('delete', '/debug/{id}/edges', operation.deleteNodeEdges),
] as const;
