export * from './standing-operator.js';
