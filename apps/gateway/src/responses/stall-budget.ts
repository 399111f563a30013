/**
 * How long clients that take nothing may hold up what they read from, all of them together: else each one that is cut
 * off could be followed by the next. A client that takes something, however slowly, costs nothing.
 */
import type { Environment } from '@weir/model';

interface Stall {
  readonly since: number;
  cutOff(): void;
}

/** A client may always take nothing for so long. */
const LEAST_MILLIS = 500;
/** Of the time that goes by, this part becomes patience again. */
const REGAINED = 0.1;

export class StallBudget {
  private readonly stalls = new Set<Stall>();
  private left: number;
  private countedAt: number;

  /** @param limitMillis of one client, where no other was cut off of late. */
  constructor(
    private readonly limitMillis: number,
    private readonly environment: Pick<Environment, 'clock' | 'scheduler'>,
  ) {
    this.left = limitMillis;
    this.countedAt = environment.clock.now();
  }

  /** A client takes nothing. @param cutOff called when it has for too long. @returns to be called when it takes again. */
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
