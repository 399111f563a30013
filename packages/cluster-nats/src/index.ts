export type { DirectoryTls } from './connect-to.js';
export { serveDirectory } from './directory-server.js';
export type { DirectoryThreadOptions } from './directory-thread.js';
export { natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';
export { type NatsCredentials, natsLogin } from './nats-login.js';
export { natsLogs, type NatsLogsOptions } from './nats-logs.js';
export { openNatsDirectory, type OpenDirectory } from './open-nats-directory.js';
export { type LogServers, openNatsLogs } from './open-nats-logs.js';
export { startDirectoryThread } from './threaded-directory.js';
