/**
 * A connection to another process. What is sent arrives whole, once and in order; or the connection is over, and both
 * sides are told. So it is to workers in two processes what a message port is to two threads.
 */
export interface Wire {
  /** The bytes are taken at once, or copied. On a wire that is over: nothing. */
  send(bytes: Uint8Array): void;
  /** What was sent and is still here. */
  readonly waitingBytes: number;
  /**
   * To be called once; what came before waits for it.
   * @param over called once, unless this side has closed the wire.
   */
  listen(received: (bytes: Uint8Array) => void, over: (reason: string) => void): void;
  close(): void;
}
