/**
 * A connection to another process. Messages arrive complete, exactly once and in order, or the connection ends and both
 * sides are notified. So it is to workers in two processes what a message port is to two threads.
 */
export interface Wire {
  /** The bytes are sent immediately or copied. Does nothing after the wire has ended. */
  send(bytes: Uint8Array): void;
  /** Bytes that are queued and not sent yet. */
  readonly waitingBytes: number;
  /**
   * To be called once; earlier messages are queued until then.
   * @param over called once, unless this side has closed the wire.
   */
  listen(received: (bytes: Uint8Array) => void, over: (reason: string) => void): void;
  close(): void;
}
