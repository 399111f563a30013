/**
 * State that all members agree on: a small map from keys to texts whose changes have one total order, such as a
 * replicated key-value bucket of a broker. It holds the members and the owners of shards, never data of the graph.
 */
export interface DirectoryChange {
  readonly key: string;
  /** `undefined`: the key was deleted or not renewed in time. */
  readonly value: string | undefined;
  /** Greater than the revision of every earlier change, of any key. */
  readonly revision: number;
}

export interface DirectoryWatcher {
  /**
   * Reports the existing keys, each once, then each change; always in the order of revisions. A change may be omitted
   * only if the same key changed again before it was reported. A key removed before the watch started may be reported
   * as removed.
   */
  changed(change: DirectoryChange): void;
  /** All keys that existed when the watch started have been reported. Called once. */
  upToDate(): void;
}

export interface Directory {
  /**
   * Writes a key if it was not changed since.
   * @param expected the revision at which the key was seen; 0: it must not exist.
   * @param ttlMillis the key is removed unless it is written again within this time. Default: it stays.
   * @returns the new revision; `undefined`: another write was faster, and nothing was written.
   * @throws any error: it is unknown whether the key was written. The watch reports it.
   */
  put(key: string, value: string, expected: number, ttlMillis?: number): Promise<number | undefined>;

  /** @returns a function that ends the watch. An interrupted watch resumes automatically where it was. */
  watch(watcher: DirectoryWatcher): () => void;
}
