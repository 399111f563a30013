export { natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';
export { NatsFrames, type NatsFramesOptions } from './nats-frames.js';
export { type DirectoryTls, openNatsDirectory, type OpenDirectory } from './open-nats-directory.js';
