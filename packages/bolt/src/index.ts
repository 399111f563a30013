export type { BoltDoor, BoltQuery, BoltResult, BoltUser } from './contract.js';
export type { BoltLimits } from './limits.js';
export { BoltServer, type BoltServerOptions } from './server/bolt-server.js';
