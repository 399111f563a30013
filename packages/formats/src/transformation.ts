export * from './records/transformation.js';
