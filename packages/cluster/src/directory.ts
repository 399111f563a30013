/**
 * State that all members agree on: a small map from keys to texts whose changes have one total order, such as a
 * replicated key-value bucket of a broker. It holds the members and the owners of shards, never data of the graph.
 */
export interface DirectoryChange {
  readonly key: string;
  /** `undefined`: the key was removed, or not renewed in time. */
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

export interface DirectoryKeys {
  /**
   * Writes a key if it was not changed since.
   * @param value `undefined`: removes the key.
   * @param expected the revision at which the key was seen; 0: it must not exist.
   * @param ttlMillis the key is removed unless it is written again within this time. Default: it stays.
   * @returns the new revision; `undefined`: another write was faster, and nothing was written.
   * @throws any error: it is unknown whether the key was written. The watch reports it.
   */
  put(
    key: string,
    value: string | undefined,
    expected: number,
    ttlMillis?: number,
  ): Promise<number | undefined>;

  /** @returns a function that ends the watch. An interrupted watch resumes automatically where it was. */
  watch(watcher: DirectoryWatcher): () => void;
}

export interface Directory extends DirectoryKeys {
  /**
   * Creates a key and renews it several times per lease, until the key is lost or released. While a watch of this object
   * runs, it also settles renewals whose answers were lost.
   * @param key must not have existed before.
   */
  holdKey(key: string, value: string, terms: HoldTerms): HeldKey;
}

export interface HoldTerms {
  /** Others may remove the key when it was not renewed for this time. */
  readonly leaseMillis: number;
  /**
   * The directory removes the key when it was not renewed for this time, and renewals that were not confirmed for this
   * time end. At least the lease.
   */
  readonly patienceMillis: number;
  /** The key is not renewed any more. Called at most once, and not after `release`. */
  lost(cause: HoldLoss): void;
}

/**
 * - `gone`: the key was removed.
 * - `silence`: the directory has not answered for longer than permitted.
 * - `stall`: the main thread has stalled for longer than permitted.
 * - `thread`: the thread that renewed the key has ended.
 */
export type HoldLoss = 'gone' | 'silence' | 'stall' | 'thread';

export interface HeldKey {
  /**
   * Whether the last confirmed renewal was sent within the lease, by a monotonic clock: then the key was not removed,
   * unless this clock runs too slowly. It can become `true` again. Up to date even after this thread stalled.
   */
  readonly isHeld: boolean;
  /** Why the key is not renewed any more. */
  readonly loss: HoldLoss | undefined;
  /** Writes another value, immediately. */
  set(value: string): void;
  /**
   * Ends the renewals; the key is removed when it has been silent for long enough.
   * @returns the last known revision of the key, when no renewal is in flight; 0: it was not written. Never rejects.
   */
  release(): Promise<number>;
}
