export { checkBackup } from './backup/check-backup.js';
export { restoreGraph } from './backup/restore-graph.js';
export type * from './contract/open-options.js';
export { openGraph } from './coordinator/open-graph.js';
export { nodeVerdict } from './standing-inspection/node-verdict.js';
export { availableMemory } from './threads/heap-settings.js';
export { systemEnvironment } from './system-environment.js';
export type * from '@weir/contract';
