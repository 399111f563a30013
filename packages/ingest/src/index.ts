export * from './files/file-access-policy.js';
export { textOpenerReference, type TextOpenerOptions } from './files/text-opener-options.js';
export * from './formats/format-options.js';
export * from './sources/base-source.js';
export * from './sources/ingest-source.js';
export * from './streams/ingest-info.js';
export * from './streams/ingest-streams.js';
export * from './streams/stream-state.js';
