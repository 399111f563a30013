/** Jest suites that every source and every destination must pass. For tests. */
export * from './destinations/sink-conformance.js';
export * from './kind-conformance.js';
export * from './opened-kinds.js';
export * from './sources/source-conformance.js';
