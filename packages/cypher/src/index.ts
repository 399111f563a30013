export * from './compiled-query.js';
export * from './graph-access.js';
export * from './errors/index.js';
export * from './syntax/index.js';
