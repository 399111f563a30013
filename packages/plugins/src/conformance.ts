/** Suites for Jest that every source, sink and destination passes. For tests. */
export * from './destinations/sink-conformance.js';
export * from './sources/source-conformance.js';
