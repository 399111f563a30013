export * from './cypher-error.js';
