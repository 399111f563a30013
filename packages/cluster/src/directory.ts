/**
 * What all members agree on: a small map from keys to texts, each change of which has its place in one order. A
 * replicated key-value bucket of a broker is one. It holds who is there and who owns what, never data of the graph.
 */
export interface DirectoryChange {
  readonly key: string;
  /** `undefined`: the key is gone, deleted or not renewed in time. */
  readonly value: string | undefined;
  /** Greater than that of every change before it, of any key. */
  readonly revision: number;
}

export interface DirectoryWatcher {
  /**
   * First what is there, each key once, then each change; always in the order of revisions. A change may be left out only
   * if the same key changed again before it was told. Of a key that was gone before the watch began, that may be told.
   */
  changed(change: DirectoryChange): void;
  /** What was there when the watch began has been told. Called once. */
  upToDate(): void;
}

export interface Directory {
  /**
   * Writes a key if nobody else has since.
   * @param expected the revision that the key was seen at; 0: it must not be there.
   * @param ttlMillis the key goes by itself unless it is written again within this time. Default: it stays.
   * @returns the new revision; `undefined`: somebody else was first, nothing was written.
   * @throws anything: whether it was written is open. The watch tells.
   */
  put(key: string, value: string, expected: number, ttlMillis?: number): Promise<number | undefined>;

  /** @returns ends the watch. A watch that is interrupted goes on by itself where it was. */
  watch(watcher: DirectoryWatcher): () => void;
}
