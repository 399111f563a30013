/** How many chunks of a stream may be under way, of all its readers together: about, as each looks before it reads. */
export class ChunkSlots {
  private taken = 0;
  private readonly watchers = new Set<() => void>();

  /**
   * @param most asked each time: workers come and go.
   * @param of whose slots these are a part.
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

  /** Calls back when one may be free, of all. @returns ends that. */
  watch(freed: () => void): () => void {
    if (this.of !== undefined) return this.of.watch(freed);
    this.watchers.add(freed);
    return () => this.watchers.delete(freed);
  }
}
