export { checkBackup } from './backup/check-backup.js';
export { restoreGraph } from './backup/restore-graph.js';
export type { ExtensionFactory, ModuleReference, TextOpener, TextOpenerFactory } from './module-reference.js';
export { openGraph } from './open-graph.js';
export { RateMeter } from './rate-meter.js';
export { nodeVerdict } from './standing-inspection/node-verdict.js';
export * from './streaming-graph.js';
export { systemEnvironment } from './system-environment.js';
