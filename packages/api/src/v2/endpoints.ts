/**
 * Operations of the second API version in its newer form, by id: the resource itself is the body, lists are
 * `{"items": [...]}`. `enveloped/` has the older form of the same.
 */
import * as cypher from './cypher.js';
import * as standing from './standing-queries.js';
import * as taps from './standing-taps.js';
import * as system from './system.js';

export const V2_BASE_PATH = '/api/v2';

export const v2Endpoints = {
  'list-standing-queries': standing.listStandingQueries,
  'create-standing-query': standing.createStandingQuery,
  'propagate-standing-queries': standing.propagateStandingQueries,
  'replace-standing-query': standing.replaceStandingQuery,
  'get-standing-query-status': standing.getStandingQuery,
  'explain-standing-query': standing.explainStandingQuery,
  'audit-standing-query': standing.auditStandingQuery,
  'list-standing-query-outputs': standing.listStandingQueryOutputs,
  'create-standing-query-output': standing.createStandingQueryOutput,
  'delete-standing-query-output': standing.deleteStandingQueryOutput,
  'sq-raw-tap': taps.rawTap,
  'sq-pre-enrichment-tap': taps.preEnrichmentTap,
  'sq-post-enrichment-tap': taps.postEnrichmentTap,
  'redeliver-dead-letters': standing.redeliverDeadLetters,
  'delete-standing-query': standing.deleteStandingQuery,
  'query-cypher': cypher.queryCypher,
  'get-shard-sizes': system.getShardSizes,
  'update-shard-sizes': system.updateShardSizes,
  'get-metrics': system.getMetrics,
  'sleep-node': system.sleepNode,
} as const;

export type V2Endpoints = typeof v2Endpoints;
