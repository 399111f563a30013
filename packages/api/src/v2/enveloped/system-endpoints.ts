/** System and user interface settings in the older form of version 2. */
import { graphHashCodeSchema, graphHashCodeV1 } from '../../operations/administration.js';
import { allOperations as operation } from '../../operations/operations.js';
import {
  envelopedQuickQueries,
  envelopedQuickQuery,
  shownEnvelopedQuickQueries,
  shownNodeAppearances,
} from '../ui-form.js';
import { enveloped } from './skin.js';

const { serve } = enveloped;

export const systemEndpoints = [
  serve('get', '/admin/system-info', operation.systemInfo),
  serve('get', '/admin/config', operation.config),
  serve('get', '/admin/graph-hash-code', operation.getGraphHashCode, {
    query: ['atTime'],
    answer: { schema: graphHashCodeSchema, show: graphHashCodeV1 },
  }),
  serve('get', '/admin/liveness', operation.liveness),
  serve('get', '/admin/readiness', operation.readiness),
  serve('get', '/admin/metadata', operation.metaData),
  serve('get', '/admin/metrics', operation.getMetrics),
  serve('get', '/admin/shards/size-limits', operation.getShardSizes),
  serve('post', '/admin/shards/size-limits', operation.updateShardSizes),
  serve('post', '/admin/nodes/{nodeIdSegment}/request-sleep', operation.sleepNode, {
    says: 'The request was passed on to the node',
  }),
  serve('get', '/admin/log-levels', operation.getLogLevels),
  serve('put', '/admin/log-levels', operation.putLogLevels),
  serve('post', '/admin/shutdown', operation.shutdown, { says: 'The server is shutting down' }),

  serve('get', '/query-ui/sample-queries', operation.getSampleQueries),
  serve('put', '/query-ui/sample-queries', operation.putSampleQueries),
  serve('get', '/query-ui/quick-queries', operation.getQuickQueries, {
    answer: {
      schema: shownEnvelopedQuickQueries,
      show: queries => queries.map(envelopedQuickQuery),
    },
  }),
  serve('put', '/query-ui/quick-queries', operation.putQuickQueries, {
    body: { kind: 'json', schema: envelopedQuickQueries },
  }),
  serve('get', '/query-ui/node-appearances', operation.getNodeAppearances, {
    answer: { show: shownNodeAppearances },
  }),
  serve('put', '/query-ui/node-appearances', operation.putNodeAppearances),
] as const;
