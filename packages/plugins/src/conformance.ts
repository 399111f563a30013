/** Suites for Jest that every source and every destination passes. For tests. */
export * from './destinations/sink-conformance.js';
export * from './kind-conformance.js';
export * from './sources/source-conformance.js';
