export { decodeOperation, encodeOperation, type LogOperation } from './log-operation.js';
export { LoggedPersistorFactory, type LoggedStoreOptions } from './logged-factory.js';
export { type LoggedPersistor, openLoggedPersistor } from './logged-persistor.js';
export { partitionsIn } from './partitions-in.js';
export { Standby, type StandbyOptions } from './standby.js';
