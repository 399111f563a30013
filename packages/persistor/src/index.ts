export * from './base-persistor.js';
export * from './create-factory.js';
export { EmbeddedPersistorFactory, type EmbeddedOptions } from './embedded/embedded-factory.js';
export { EmptyPersistorFactory } from './empty/empty-persistor.js';
export { ExistenceFilter } from './existence-filter.js';
export { MemoryPersistorFactory } from './memory/memory-persistor.js';
export * from './persistor.js';
