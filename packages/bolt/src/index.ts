export type { BoltDoor, BoltQuery, BoltResult, BoltUser } from './contract.js';
export type { BoltLimits } from './limits.js';
export { type BoltConnections, BoltServer, type BoltServerOptions } from './server/bolt-server.js';
