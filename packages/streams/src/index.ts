export type { DryRunOutcome } from './streams/dry-run.js';
export * from './streams/ingest-info.js';
export * from './streams/ingest-streams.js';
export * from './streams/stream-state.js';
export { prepareSource } from './reading/prepare-source.js';
export { sourceLender } from './sharing/shared-sources.js';
