/**
 * Limits the number of chunks of a stream that are in flight, over all its readers. Approximate, since each reader
 * checks before it reads.
 */
export class ChunkSlots {
  private taken = 0;
  private readonly watchers = new Set<() => void>();

  /**
   * @param most called each time, because the number of workers changes.
   * @param of the enclosing slots, if these are a subset.
   */
  constructor(
    private readonly most: () => number,
    private readonly of?: ChunkSlots,
  ) {}

  get areFull(): boolean {
    return this.taken >= this.most() || this.of?.areFull === true;
  }

  take(): void {
    this.taken++;
    this.of?.take();
  }

  give(): void {
    this.taken--;
    if (this.of === undefined) for (const watcher of this.watchers) watcher();
    else this.of.give();
  }

  /** Calls back when one of all the slots may be free. @returns a function that stops the calls. */
  watch(freed: () => void): () => void {
    if (this.of !== undefined) return this.of.watch(freed);
    this.watchers.add(freed);
    return () => this.watchers.delete(freed);
  }
}
