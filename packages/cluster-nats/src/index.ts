export type { DirectoryTls } from './connect-to.js';
export { natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';
export { serveDirectory } from './directory-server.js';
export { type NatsCredentials, type NatsLogin, natsLogin } from './nats-login.js';
export { natsLogs, type NatsLogsOptions } from './nats-logs.js';
export { openNatsDirectory, type OpenDirectory } from './open-nats-directory.js';
export { type LogServers, openNatsLogs } from './open-nats-logs.js';
export { type DirectoryThreadOptions, startDirectoryThread } from './threaded-directory.js';
