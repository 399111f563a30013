/**
 * Holds ingest back while something downstream is full: results that consumers have not taken, frames that
 * another host has not worked off. Passing an open gate costs a comparison.
 */
export class FlowGate {
  private closedBy = new Set<string>();
  private waiting: (() => void)[] = [];

  get isOpen(): boolean {
    return this.closedBy.size === 0;
  }

  /** Reasons why the gate is closed. */
  get reasons(): readonly string[] {
    return [...this.closedBy];
  }

  set(reason: string, closed: boolean): void {
    if (closed) {
      this.closedBy.add(reason);
      return;
    }
    if (!this.closedBy.delete(reason) || !this.isOpen) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const pass of waiting) pass();
  }

  async pass(): Promise<void> {
    while (!this.isOpen) await new Promise<void>(resolve => this.waiting.push(resolve));
  }
}
