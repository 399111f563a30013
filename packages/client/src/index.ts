export type { ClientEnvironment } from './client-environment.js';
export type { components as V1Components, paths as V1Paths } from './generated/v1.js';
export type { components as V2Components, paths as V2Paths } from './generated/v2.js';
export type {
  components as V2EnvelopedComponents,
  paths as V2EnvelopedPaths,
} from './generated/v2-enveloped.js';
export { parseExactly, writeExactly } from './exact-json.js';
export type { QueryOptions, QueryRow, QueryRows } from './query-rows.js';
export type {
  ResultGap,
  ResultMeta,
  ResultsOptions,
  ResultStream,
  StandingResult,
} from './results/result-stream.js';
export { dataOf, type RawApi } from './raw-api.js';
export type { CallOptions } from './resources/call-options.js';
export type * from './resources/ingests.js';
export type * from './resources/recipes.js';
export type * from './resources/standing-queries.js';
export type * from './resources/standing-query-outputs.js';
export type { ServiceOptions } from './service.js';
export { WeirClient } from './weir-client.js';
export { WeirClientError } from './weir-client-error.js';
