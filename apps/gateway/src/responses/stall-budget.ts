/**
 * Limits how long stalled clients may block their source, all of them together: otherwise each client that is
 * disconnected could be followed by the next. A client that consumes anything, however slowly, costs nothing.
 */
import type { Environment } from '@weir/platform';

interface Stall {
  readonly since: number;
  cutOff(): void;
}

/** Time that any client may always stall. */
const LEAST_MILLIS = 500;
/** Fraction of elapsed time by which the budget recovers. */
const REGAINED = 0.1;

export class StallBudget {
  private readonly stalls = new Set<Stall>();
  private left: number;
  private countedAt: number;

  /** @param limitMillis time that one client may stall, if no other was disconnected recently. */
  constructor(
    private readonly limitMillis: number,
    private readonly environment: Pick<Environment, 'clock' | 'scheduler'>,
  ) {
    this.left = limitMillis;
    this.countedAt = environment.clock.now();
  }

  /**
   * Call when a client stalls. @param cutOff called when it has stalled for too long. @returns a function to call when
   * it accepts data again.
   */
  begin(cutOff: () => void): () => void {
    const stall: Stall = {
      since: this.environment.clock.now(),
      cutOff: () => {
        end();
        cutOff();
      },
    };
    this.stalls.add(stall);
    const cancel = this.environment.scheduler.after(this.patience(), () => this.isOver(stall));
    const end = (): void => {
      cancel();
      this.stalls.delete(stall);
    };
    return end;
  }

  private isOver(first: Stall): void {
    const now = this.environment.clock.now();
    this.left = Math.max(0, this.patienceLeft() - (now - first.since));
    first.cutOff();
    const patience = this.patience();
    for (const stall of [...this.stalls]) if (now - stall.since >= patience) stall.cutOff();
  }

  private patience(): number {
    return Math.max(Math.min(LEAST_MILLIS, this.limitMillis), this.patienceLeft());
  }

  private patienceLeft(): number {
    const now = this.environment.clock.now();
    this.left = Math.min(this.limitMillis, this.left + (now - this.countedAt) * REGAINED);
    this.countedAt = now;
    return this.left;
  }
}
