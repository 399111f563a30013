/**
 * What is remembered of half edges for some time: always the newest, in two generations. The older one goes as a whole
 * when the younger is full, so nothing looks for the oldest.
 */

/** What is remembered takes as long as some messages. */
export const LEAST_REMEMBERED = 32_768;

/** Names a half edge: equal for the same one, whatever else it is. */
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

  /** As the newest. @param least so many of the newest are not forgotten; nor are more than twice as many kept. */
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
