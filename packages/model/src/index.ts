export * from './environment.js';
export * from './event-time.js';
export * from './id-hash.js';
export * from './maybe-promise.js';
export * from './node-event.js';
export * from './node-id.js';
export * from './value.js';
export * from './weir-error.js';
