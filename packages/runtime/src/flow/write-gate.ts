/**
 * Where whoever writes to a worker's graph enters. It is closed to ingest while something downstream is full (results
 * that consumers have not taken, frames that another worker has not worked off), and to everybody while the graph is
 * to be at rest. Passing an open gate costs a comparison.
 */
export class WriteGate {
  private readonly fullOnes = new Set<string>();
  private isPaused = false;
  private writers = 0;
  private entering: (() => void)[] = [];
  private leaving: (() => void)[] = [];

  /** Nobody would have to wait. */
  get isOpen(): boolean {
    return !this.isPaused && this.fullOnes.size === 0;
  }

  /** Something that holds ingest while it is full is so now, or not any more. */
  setFull(what: string, isFull: boolean): void {
    if (isFull) this.fullOnes.add(what);
    else if (this.fullOnes.delete(what) && this.fullOnes.size === 0) this.recheck();
  }

  /**
   * To be followed by `leave`.
   * @param isHeld whether what is full matters to this writer; asked again after `recheck`.
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

  /** Nobody enters any more. @returns when those that are in have left. */
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

/** Of ingest, to be held by what is full. */
export const HELD = (): boolean => true;
/** Of what must go on, so that what is full can drain. */
export const NOT_HELD = (): boolean => false;
