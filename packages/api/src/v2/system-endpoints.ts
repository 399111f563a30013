/** System, user interface settings and single nodes in the newer form of version 2. */
import { z } from 'zod';
import { allOperations as operation } from '../operations/operations.js';
import { v2 } from './skin.js';
import {
  nodeAppearancesV2,
  quickQueriesOfV2,
  quickQueriesV2,
  sampleQueriesV2,
  shownNodeAppearances,
  shownQuickQueries,
} from './ui-form.js';

const { serve } = v2;

const onPast = { query: ['atTime'] } as const;

export const systemEndpoints = [
  serve('get', '/system/systemInfo', operation.systemInfo, { id: 'get-system-info' }),
  serve('get', '/system/config', operation.config, { id: 'get-config' }),
  // Older clients use other methods.
  serve('post', '/system/config', operation.config, { id: 'get-config-by-post' }),
  serve('get', '/system/liveness', operation.liveness, { id: 'get-liveness' }),
  serve('get', '/system/readiness', operation.readiness, { id: 'get-readiness' }),
  serve('get', '/system/metadata', operation.metaData, { id: 'get-metadata' }),
  serve('get', '/system/metrics', operation.getMetrics),
  serve('get', '/system/backpressure', operation.getBackpressure, { isBare: true }),
  serve('get', '/system/cluster', operation.getCluster),
  serve('get', '/system/shardSizeLimits', operation.getShardSizes),
  serve('patch', '/system/shardSizeLimits', operation.updateShardSizes),
  serve('post', '/system/nodes/{nodeIdSegment}:requestSleep', operation.sleepNode),
  serve('get', '/system/logLevels', operation.getLogLevels),
  serve('put', '/system/logLevels', operation.putLogLevels),
  serve('post', '/system:shutdown', operation.shutdown, { id: 'initiate-shutdown' }),
  serve('get', '/graph/{graph}/hashCode', operation.getGraphHashCode, {
    ...onPast,
    answer: {
      schema: z.object({ value: z.string(), atTime: z.string() }).meta({ id: 'GraphHashCodeV2' }),
      show: ({ value, atTime }) => ({ value: String(value), atTime: new Date(atTime).toISOString() }),
    },
  }),

  serve('get', '/queryUi/sampleQueries', operation.getSampleQueries, {
    id: 'list-sample-queries',
    isBare: true,
  }),
  serve('put', '/queryUi/sampleQueries', operation.putSampleQueries, {
    id: 'replace-sample-queries',
    body: { kind: 'json', schema: sampleQueriesV2 },
  }),
  serve('get', '/queryUi/quickQueries', operation.getQuickQueries, {
    id: 'list-quick-queries',
    isBare: true,
    answer: { schema: quickQueriesV2, show: shownQuickQueries },
  }),
  serve('put', '/queryUi/quickQueries', operation.putQuickQueries, {
    id: 'replace-quick-queries',
    body: { kind: 'json', schema: quickQueriesV2 },
    take: ({ body }) => ({ body: quickQueriesOfV2(body) }),
  }),
  serve('get', '/queryUi/nodeAppearances', operation.getNodeAppearances, {
    id: 'list-node-appearances',
    isBare: true,
    answer: { show: shownNodeAppearances },
  }),
  serve('put', '/queryUi/nodeAppearances', operation.putNodeAppearances, {
    id: 'replace-node-appearances',
    body: { kind: 'json', schema: nodeAppearancesV2 },
  }),
  serve('get', '/queryUi/edgeAppearances', operation.getEdgeAppearances, {
    id: 'list-edge-appearances',
    isBare: true,
  }),
  serve('put', '/queryUi/edgeAppearances', operation.putEdgeAppearances, { id: 'replace-edge-appearances' }),
  serve('get', '/queryUi/layouts', operation.getLayouts, { id: 'list-layouts', isBare: true }),
  serve('put', '/queryUi/layouts', operation.putLayouts, { id: 'replace-layouts' }),
  serve('get', '/queryUi/scenes', operation.listScenes, { isBare: true }),
  serve('post', '/queryUi/scenes', operation.createScene),
  serve('get', '/queryUi/scenes/{sceneId}', operation.getScene),
  serve('put', '/queryUi/scenes/{sceneId}', operation.replaceScene),
  serve('patch', '/queryUi/scenes/{sceneId}', operation.renameScene),
  serve('delete', '/queryUi/scenes/{sceneId}', operation.deleteScene),
  serve('get', '/graph/{graph}/queryUi/tapQueries', operation.getTapQueries, {
    id: 'list-tap-queries',
    isBare: true,
  }),
  serve('put', '/graph/{graph}/queryUi/tapQueries', operation.putTapQueries, { id: 'replace-tap-queries' }),

  serve('get', '/recipes', operation.listRecipes),
  serve('post', '/recipes/{recipeName}:start', operation.startRecipe),
  serve('post', '/recipes/{recipeName}:stop', operation.stopRecipe),

  serve('get', '/debug/nodes/{id}', operation.getNode, onPast),
  serve('get', '/debug/nodes/{id}/props', operation.getNodeProperty, { query: ['key', 'atTime'] }),
  serve('get', '/debug/nodes/{id}/edges', operation.listNodeEdges, {
    isBare: true,
    query: ['limit', 'direction', 'other', 'type', 'onlyFull', 'atTime'],
  }),
  serve('get', '/debug/nodes/{id}/verbose', operation.getNodeVerbose, {
    ...onPast,
    answer: { schema: z.string(), show: ({ text }) => text },
  }),
] as const;
