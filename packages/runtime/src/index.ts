export { checkBackup } from './backup/check-backup.js';
export { restoreGraph } from './backup/restore-graph.js';
export type {
  ExtensionFactory,
  ModuleReference,
  TextOpener,
  TextOpenerFactory,
} from './contract/module-reference.js';
export { openGraph } from './coordinator/open-graph.js';
export { RateMeter } from './coordinator/rate-meter.js';
export { nodeVerdict } from './standing-inspection/node-verdict.js';
export * from './contract/streaming-graph.js';
export { systemEnvironment } from './system-environment.js';
