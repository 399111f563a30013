/**
 * Remembers the most recent half edges, in two generations. The older generation is dropped as a whole when the younger
 * one is full, so no search for the oldest entry is needed.
 */

/** Entries have to be remembered for about as long as a few messages take. */
export const LEAST_REMEMBERED = 32_768;

/** Identifies a half edge. Keys of the same half edge are equal strings. */
export type HalfEdgeKey = string & { readonly __halfEdge: unique symbol };

export class HalfEdgeMemory<T> {
  private young = new Map<HalfEdgeKey, T>();
  private old = new Map<HalfEdgeKey, T>();

  get isEmpty(): boolean {
    return this.young.size === 0 && this.old.size === 0;
  }

  has(half: HalfEdgeKey): boolean {
    return this.young.has(half) || this.old.has(half);
  }

  get(half: HalfEdgeKey): T | undefined {
    return this.young.get(half) ?? this.old.get(half);
  }

  /**
   * Stores an entry as the newest. @param least at least this many of the newest entries are kept, and at most twice as
   * many.
   */
  remember(half: HalfEdgeKey, value: T, least = LEAST_REMEMBERED): void {
    this.old.delete(half);
    this.young.set(half, value);
    if (this.young.size < least) return;
    this.old = this.young;
    this.young = new Map();
  }

  forget(half: HalfEdgeKey): void {
    this.young.delete(half);
    this.old.delete(half);
  }
}
