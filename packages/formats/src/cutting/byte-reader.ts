/** Bytes in order, pulled. */
export interface ByteReader {
  /**
   * Fills `into` from `offset` on, as far as bytes are there; waits for the first.
   * @returns how many bytes came, at least one; 0 at the end, or when closed.
   */
  read(into: Uint8Array, offset: number): Promise<number>;
  /** Lets go; a `read` under way answers soon. */
  close(): Promise<void>;
}
