export * from './compression/lz4.js';
export * from './compression/snappy.js';
export * from './compression/zstd.js';
