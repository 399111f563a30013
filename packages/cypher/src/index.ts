export * from './compiled-query.js';
export * from './graph-access.js';
