export * from './fake-graph.js';
export * from './fake-standing.js';
