export * from './definition/keyed.js';
export * from './definition/output-definition.js';
export type { Redelivery } from './delivery/output-pump.js';
export * from './delivery/standing-outputs.js';
export * from './files/output-file-policy.js';
export * from './sinks/base-sink.js';
export * from './sinks/result-sink.js';
export * from './sinks/result-writer.js';
export * from './sinks/sink-conformance.js';
