export { natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';
