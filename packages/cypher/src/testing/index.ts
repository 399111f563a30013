export { catalogOf } from './map-catalog.js';
export { MapGraph } from './map-graph.js';
export { runQuery } from './run-query.js';
export type { QueryResult } from './run-query.js';
export { testEnvironment } from './test-environment.js';
export type { TestEnvironment } from './test-environment.js';
export { HOSTILE_LIMITS, HOSTILE_QUERIES } from './hostile-queries.js';
export type { HostileAnswer, HostileQuery } from './hostile-query.js';
export { hostileQuery } from './hostile-generator.js';
