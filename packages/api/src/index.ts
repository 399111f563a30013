export { clientDocuments } from './client-documents.js';
export * from './decode.js';
export * from './endpoint.js';
export * from './openapi.js';
export type * from './operation.js';
export * from './operations/operations.js';
export type { AdministrationOperations, GraphHashCode, SystemInfo } from './operations/administration.js';
export type { ClusterView } from './operations/administration.js';
export type { BackpressureSnapshot, Stage } from './operations/backpressure.js';
export type { CatalogOperations, CatalogView } from './operations/catalog.js';
export type { CypherOperations } from './operations/cypher.js';
export type { DebugOperations, EdgeChoice, EdgeDirection, HalfEdge } from './operations/debug.js';
export type { ExplorationOperations } from './operations/exploration.js';
export type { CreatedIngest, IngestOperations, IngestStatus } from './operations/ingest.js';
export type { BundledRecipe, RecipeOperations } from './operations/recipes.js';
export type { SavedScene, SceneOperations, SceneSummary, SharedScene } from './operations/scenes.js';
export type { Propagation, RegisteredStanding, StandingOperations } from './operations/standing-queries.js';
export { LONGEST_QUERY_TEXT } from './operations/query-language.js';
export type {
  CheckedQuery,
  DescribedWord,
  QueryCompletion,
  QueryCompletions,
  QueryDiagnostic,
  QueryLanguageOperations,
} from './operations/query-language.js';
export type * from './operations/query-socket.js';
export type { SaveLocation, SavedWalkOptions, WalkOperations, WalkOptions } from './operations/walks.js';
export { kebabCase } from './kebab-case.js';
export { NO_PARAMETERS } from './parameters.js';
export * from './raw-json.js';
export * from './request-error.js';
export * from './v1/endpoints.js';
export * from './v2/endpoints.js';
export * from './v2/enveloped/endpoints.js';
export * from './v2/errors.js';
export { ingestSettingsV2 } from './v2/ingest-form.js';
export { standingSettingsV2 } from './v2/standing-form.js';
