/** A pull-based sequence of bytes. */
export interface ByteReader {
  /**
   * Fills `into` from `offset` on with the available bytes; waits for the first.
   * @returns the number of bytes, at least one; 0 at the end, or when closed.
   */
  read(into: Uint8Array, offset: number): Promise<number>;
  /** Closes the reader; a pending `read` resolves soon. */
  close(): Promise<void>;
}
