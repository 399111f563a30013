/**
 * The least of the positions of a log's holders: a binary heap in which each holder's index is known. A move costs the
 * logarithm of the number of holders.
 *
 * Invariants: no holder's position is less than its parent's; `indexes` has the index of each holder in `heap`.
 */
interface Holder<T> {
  readonly key: T;
  position: number;
}

export class LeastPosition<T> {
  private readonly heap: Holder<T>[] = [];
  private readonly indexes = new Map<T, number>();

  /** Number of holders. */
  get size(): number {
    return this.heap.length;
  }

  /** `undefined` without holders. */
  get least(): number | undefined {
    return this.heap[0]?.position;
  }

  /** Adds `key` or moves it to the position. */
  set(key: T, position: number): void {
    const at = this.indexes.get(key);
    if (at === undefined) {
      this.rise({ key, position }, this.heap.length);
      return;
    }
    const holder = this.heap[at]!;
    if (position === holder.position) return;
    const isForward = position > holder.position;
    holder.position = position;
    if (isForward) this.sink(holder, at);
    else this.rise(holder, at);
  }

  delete(key: T): void {
    const at = this.indexes.get(key);
    if (at === undefined) return;
    this.indexes.delete(key);
    const last = this.heap.pop()!;
    if (last.key === key) return;
    // It is from another branch, so it may have to move up or down.
    if (last.position < this.heap[at]!.position) this.rise(last, at);
    else this.sink(last, at);
  }

  private rise(holder: Holder<T>, from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.heap[parent]!;
      if (above.position <= holder.position) break;
      this.put(above, at);
      at = parent;
    }
    this.put(holder, at);
  }

  private sink(holder: Holder<T>, from: number): void {
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.heap.length) break;
      if (child + 1 < this.heap.length && this.heap[child + 1]!.position < this.heap[child]!.position)
        child++;
      const below = this.heap[child]!;
      if (below.position >= holder.position) break;
      this.put(below, at);
      at = child;
    }
    this.put(holder, at);
  }

  private put(holder: Holder<T>, at: number): void {
    this.heap[at] = holder;
    this.indexes.set(holder.key, at);
  }
}
