/** Entry point for sources with a connection that may be lost. Separate, because it loads more than the other bases. */
export * from './sources/attempts.js';
export * from './sources/reconnecting-source.js';
