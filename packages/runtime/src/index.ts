export * from './rate-meter.js';
export * from './streaming-graph.js';
