/**
 * Entry point for sources with a connection that may be lost, and for their messages. Separate, because it loads more
 * than the other bases.
 */
export * from './sources/attempts.js';
export * from './sources/enveloped-payload.js';
export * from './sources/reconnecting-source.js';
export * from './sources/remote-source.js';
export * from './sources/unacknowledged-messages.js';
