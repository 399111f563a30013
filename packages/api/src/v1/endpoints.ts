/** All operations of the first API version, by id. */
import * as admin from './admin.js';
import * as cypher from './cypher.js';
import * as ingest from './ingest.js';
import * as queryUi from './query-ui.js';
import * as standing from './standing-queries.js';
import * as transfer from './transfer.js';
import { userFunctions } from './user-functions.js';

export const V1_BASE_PATH = '/api/v1';

export const v1Endpoints = {
  listIngest: ingest.listIngest,
  createIngest: ingest.createIngest,
  getIngest: ingest.getIngest,
  deleteIngest: ingest.deleteIngest,
  pauseIngest: ingest.pauseIngest,
  startIngest: ingest.startIngest,
  listStandingQueries: standing.listStandingQueries,
  createStandingQuery: standing.createStandingQuery,
  replaceStandingQuery: standing.replaceStandingQuery,
  getStandingQuery: standing.getStandingQuery,
  deleteStandingQuery: standing.deleteStandingQuery,
  streamStandingResults: standing.streamStandingResults,
  createStandingOutput: standing.createStandingOutput,
  deleteStandingOutput: standing.deleteStandingOutput,
  propagateStandingQueries: standing.propagateStandingQueries,
  queryCypher: cypher.queryCypher,
  queryCypherNodes: cypher.queryCypherNodes,
  queryCypherEdges: cypher.queryCypherEdges,
  listUserFunctions: userFunctions.list,
  defineUserFunction: userFunctions.define,
  removeUserFunction: userFunctions.remove,
  buildInfo: admin.buildInfo,
  config: admin.config,
  liveness: admin.liveness,
  readiness: admin.readiness,
  metrics: admin.metrics,
  metaData: admin.metaData,
  shardSizes: admin.shardSizes,
  requestNodeSleep: admin.requestNodeSleep,
  shutdown: admin.shutdown,
  backup: transfer.backup,
  exportGraph: transfer.exportGraph,
  importGraph: transfer.importGraph,
  getSampleQueries: queryUi.getSampleQueries,
  putSampleQueries: queryUi.putSampleQueries,
  getQuickQueries: queryUi.getQuickQueries,
  putQuickQueries: queryUi.putQuickQueries,
  getNodeAppearances: queryUi.getNodeAppearances,
  putNodeAppearances: queryUi.putNodeAppearances,
} as const;

export type V1Endpoints = typeof v1Endpoints;
