export { MapGraph } from './map-graph.js';
export { runQuery } from './run-query.js';
export type { QueryResult } from './run-query.js';
export { testEnvironment } from './test-environment.js';
export type { TestEnvironment } from './test-environment.js';
export { HOSTILE_LIMITS, HOSTILE_QUERIES, type HostileAnswer, type HostileQuery } from './hostile-queries.js';
export { hostileQuery } from './hostile-generator.js';
