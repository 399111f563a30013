/** Merges many sorted sources into one; only the page read last of each is in memory. */

export interface Sorted {
  /** Key of the row. */
  readonly key: string;
  readonly resultId: string;
}

export interface SortedSource<T> {
  /** Loads the next elements, in order; an empty list at the end. */
  load(): Promise<readonly T[]>;
}

export function compareSorted(a: Sorted, b: Sorted): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.resultId === b.resultId) return 0;
  return a.resultId < b.resultId ? -1 : 1;
}

class Reader<T> {
  private loaded: readonly T[] = [];
  private at = 0;

  constructor(private readonly source: SortedSource<T>) {}

  get head(): T | undefined {
    return this.loaded[this.at];
  }

  /** @returns whether the next element is loaded. */
  advance(): boolean {
    return ++this.at < this.loaded.length;
  }

  /** @returns whether there is another element. */
  async load(): Promise<boolean> {
    this.loaded = await this.source.load();
    this.at = 0;
    return this.loaded.length > 0;
  }
}

export class SortedMerge<T extends Sorted> {
  /** A min-heap by the readers' current elements. */
  private heap: Reader<T>[] | undefined = undefined;

  constructor(private readonly sources: readonly SortedSource<T>[]) {}

  /** Returns up to `count` elements; an empty list at the end. */
  async take(count: number): Promise<T[]> {
    this.heap ??= await this.open();
    const { heap } = this;
    const taken: T[] = [];
    while (taken.length < count && heap.length > 0) {
      const least = heap[0]!;
      taken.push(least.head!);
      if (!least.advance() && !(await least.load())) {
        const last = heap.pop()!;
        if (heap.length === 0) break;
        if (last !== least) heap[0] = last;
      }
      this.sink(heap, 0);
    }
    return taken;
  }

  private async open(): Promise<Reader<T>[]> {
    const heap: Reader<T>[] = [];
    for (const source of this.sources) {
      const reader = new Reader(source);
      if (await reader.load()) heap.push(reader);
    }
    for (let i = (heap.length >> 1) - 1; i >= 0; i--) this.sink(heap, i);
    return heap;
  }

  private sink(heap: Reader<T>[], from: number): void {
    for (let at = from; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compareSorted(heap[child]!.head!, heap[least]!.head!) < 0) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
}
