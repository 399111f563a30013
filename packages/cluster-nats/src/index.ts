export { natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';
export { type DirectoryTls, openNatsDirectory, type OpenDirectory } from './open-nats-directory.js';
