/** Limits for clients, which may be hostile. Everything that a client sends is bounded before it is stored. */

export interface BoltLimits {
  /** Maximum size in bytes of a message from a client that has logged in. */
  readonly messageBytes: number;
  /** Maximum total size in bytes of the messages of all clients that are being received or wait for their turn. */
  readonly totalMessageBytes: number;
  /** Maximum number of open connections. */
  readonly connections: number;
  /** Time in milliseconds in which a client must log in. */
  readonly loginMillis: number;
}

/** Maximum size in bytes of a message before the client has logged in. */
export const LOGIN_MESSAGE_BYTES = 64 * 1024;
/** Maximum nesting depth of the lists, maps and structures of a message. */
export const MESSAGE_DEPTH = 1000;
/** Maximum number of values in one message: a value of one byte takes much more memory than that. */
export const MESSAGE_VALUES = 1_000_000;
/** Number of messages that wait for their turn at which the connection is no longer read. */
export const WAITING_MESSAGES = 128;
/** Maximum number of results of one transaction that are not read to their end. */
export const OPEN_RESULTS = 100;
/** Time in milliseconds after which a client that accepts no data is disconnected. */
export const WRITE_STALL_MILLIS = 120_000;
/** Time in milliseconds without data from the server after which it sends an empty chunk, so that proxies stay open. */
export const KEEP_ALIVE_MILLIS = 30_000;
/** Size in bytes at which encoded records are sent. */
export const FLUSH_BYTES = 32 * 1024;
