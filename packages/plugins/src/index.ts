/**
 * Entry point for modules that add sources, formats, destinations and stores. Each thread that hosts shards loads such
 * a module, so it stays light: without Zod, and without the engine.
 */
export * from './destinations/base-sink.js';
export * from './destinations/destination-kind.js';
export * from './destinations/result-sink.js';
export type * from './extension.js';
export type { Checked, ExtensionType, Fields, MakeFields, SecretFields, Zod } from './fields.js';
export * from './formats/format-kind.js';
export * from './sources/base-source.js';
export * from './sources/ingest-source.js';
export type { SourceRecord } from './sources/iterated-source.js';
export { packBytes } from './sources/pack-bytes.js';
export * from './sources/source-kind.js';
export * from './stores/store-kind.js';
export { WeirError } from '@weir/model/extension';
