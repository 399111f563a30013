/**
 * The entrance for all writers to a worker's graph. It is closed to ingest while something downstream is full (results
 * not taken by consumers, frames not processed by another worker), and to all writers while the graph is to be idle.
 * Passing an open gate costs a comparison.
 */
export class WriteGate {
  private readonly fullOnes = new Set<string>();
  private isPaused = false;
  private writers = 0;
  private entering: (() => void)[] = [];
  private leaving: (() => void)[] = [];

  /** Whether no writer would have to wait. */
  get isOpen(): boolean {
    return !this.isPaused && this.fullOnes.size === 0;
  }

  /** Called when a queue that holds ingest becomes full, or stops being full. */
  setFull(what: string, isFull: boolean): void {
    if (isFull) this.fullOnes.add(what);
    else if (this.fullOnes.delete(what) && this.fullOnes.size === 0) this.recheck();
  }

  /**
   * To be followed by `leave`.
   * @param isHeld whether full queues hold this writer; checked again after `recheck`.
   */
  async enter(isHeld: () => boolean): Promise<void> {
    while (this.isPaused || (this.fullOnes.size > 0 && isHeld())) {
      await new Promise<void>(resolve => this.entering.push(resolve));
    }
    this.writers++;
  }

  /** Like `enter`, if the gate is open. */
  enterNow(): void {
    this.writers++;
  }

  leave(): void {
    this.writers--;
    if (this.writers === 0) callAll(this.leaving.splice(0));
  }

  /** Lets no further writer enter. @returns when all writers inside have left. */
  async pause(): Promise<void> {
    this.isPaused = true;
    if (this.writers > 0) await new Promise<void>(resolve => this.leaving.push(resolve));
  }

  resume(): void {
    this.isPaused = false;
    this.recheck();
  }

  /** Something that an `isHeld` depends on has changed. */
  recheck(): void {
    callAll(this.entering.splice(0));
  }
}

function callAll(waiters: readonly (() => void)[]): void {
  for (const go of waiters) go();
}

/** For ingest, which full queues hold. */
export const HELD = (): boolean => true;
/** Bypasses the gate so that full queues can drain. */
export const NOT_HELD = (): boolean => false;
