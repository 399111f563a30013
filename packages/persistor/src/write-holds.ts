/** Holds on the writes of one store. Writes resume when all are released. */
export class WriteHolds {
  private readonly holds = new Set<() => void>();
  private waiting: (() => void)[] = [];

  /** @returns a function that ends the hold; may be called more than once. */
  add(): () => void {
    const release = (): void => {
      this.holds.delete(release);
      if (this.holds.size > 0) return;
      const waiting = this.waiting;
      this.waiting = [];
      for (const resume of waiting) resume();
    };
    this.holds.add(release);
    return release;
  }

  /** Resolves when all holds are released. */
  async passed(): Promise<void> {
    while (this.holds.size > 0) await new Promise<void>(resolve => this.waiting.push(resolve));
  }

  get areEmpty(): boolean {
    return this.holds.size === 0;
  }

  releaseAll(): void {
    for (const release of this.holds) release();
  }
}
