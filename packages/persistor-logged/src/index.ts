export { decodeOperation, encodeOperation, type LogOperation } from './log-operation.js';
export { LoggedPersistorFactory, type LoggedStoreOptions } from './logged-factory.js';
export { DirectoryTables, type LocalTables } from './local-tables.js';
export type { LoggedPersistor } from './logged-persistor.js';
export { openLoggedPersistor, type OpenLoggedOptions } from './open-logged.js';
export { Standby, type StandbyOptions } from './standby.js';
export type { PartitionLogs } from './open-tables.js';
