export type * from './lane.js';
export type * from './module-reference.js';
export type * from './query-run.js';
export * from './rate-meter.js';
export type * from './record-dead-letters.js';
export * from './result-meta.js';
export type * from './standing-audit.js';
export type * from './standing-handle.js';
export type * from './streaming-graph.js';
