export * from './persistor.js';
