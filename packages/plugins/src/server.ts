/** Entry point for sources and destinations that connect to a server by a URL. */
export * from './server-address.js';
