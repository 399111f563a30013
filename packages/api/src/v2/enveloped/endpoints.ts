/**
 * Operations of the second API version in its older form, by id: answers are wrapped in `content`, `message`
 * and `warnings`, and input is read leniently.
 */
import * as admin from './admin.js';
import * as cypher from './cypher.js';
import * as standing from './standing-queries.js';
import { userFunctions } from './user-functions.js';

export const v2EnvelopedEndpoints = {
  'enveloped-list-standing-queries': standing.listStandingQueries,
  'enveloped-create-standing-query': standing.createStandingQuery,
  'enveloped-propagate-standing-queries': standing.propagateStandingQueries,
  'enveloped-replace-standing-query': standing.replaceStandingQuery,
  'enveloped-get-standing-query': standing.getStandingQuery,
  'enveloped-explain-standing-query': standing.explainStandingQuery,
  'enveloped-audit-standing-query': standing.auditStandingQuery,
  'enveloped-create-standing-query-output': standing.createStandingQueryOutput,
  'enveloped-delete-standing-query-output': standing.deleteStandingQueryOutput,
  'enveloped-delete-standing-query': standing.deleteStandingQuery,
  'enveloped-query-cypher': cypher.queryCypher,
  'enveloped-list-user-functions': userFunctions.list,
  'enveloped-define-user-function': userFunctions.define,
  'enveloped-remove-user-function': userFunctions.remove,
  'enveloped-get-shard-sizes': admin.getShardSizes,
  'enveloped-update-shard-sizes': admin.updateShardSizes,
  'enveloped-get-metrics': admin.getMetrics,
  'enveloped-sleep-node': admin.sleepNode,
} as const;

export type V2EnvelopedEndpoints = typeof v2EnvelopedEndpoints;
