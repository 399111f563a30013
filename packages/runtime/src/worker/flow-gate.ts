/**
 * Holds ingest back while something downstream is full: results that consumers have not taken, frames that
 * another worker has not worked off. Passing an open gate costs a comparison.
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
    this.wake();
  }

  /** @param isHeld asked again when the gate opens and after `recheck`; who is not held any more passes a closed gate. */
  async pass(isHeld: () => boolean = always): Promise<void> {
    while (!this.isOpen && isHeld()) await new Promise<void>(resolve => this.waiting.push(resolve));
  }

  /** Something that an `isHeld` depends on has changed. */
  recheck(): void {
    this.wake();
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const pass of waiting) pass();
  }
}

function always(): boolean {
  return true;
}
