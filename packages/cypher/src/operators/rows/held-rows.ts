/**
 * What an operator keeps of a run's rows until it ends: counted against the run's bytes. Of a batch it can be no more
 * than what the batch's rows hold, and no more than what was made since the batch before; beside that, each row takes
 * its slots.
 */
import type { Value } from '@weir/model';
import { ENTRY_BYTES, type QueryBudget } from '../../budget/query-budget.js';

const ROW_BYTES = 32;

export class HeldRows {
  private held = 0;
  private mark: number;

  constructor(private readonly budget: QueryBudget) {
    this.mark = budget.bytes;
  }

  /** @param kept rows, or other lists of values. What else the batch made is garbage now. */
  keep(kept: readonly (readonly Value[])[]): void {
    const { budget } = this;
    budget.refill();
    const made = Math.max(0, budget.bytes - this.mark);
    let bytes = 0;
    let inside = 0;
    for (const values of kept) {
      bytes += ROW_BYTES + ENTRY_BYTES * values.length;
      if (inside < made) inside += budget.walk(values);
    }
    budget.bytes -= made;
    this.hold(bytes + Math.min(made, inside));
    this.mark = budget.bytes;
  }

  /** Of all that was kept, only these live on. */
  cutTo(kept: readonly (readonly Value[])[]): void {
    const before = this.held;
    let bytes = 0;
    for (const values of kept) {
      if (bytes >= before) return;
      bytes += ROW_BYTES + this.budget.walk(values);
    }
    if (bytes < before) this.hold(bytes - before);
  }

  hold(bytes: number): void {
    this.held += bytes;
    this.budget.hold(bytes);
  }

  /** What was kept goes on, and counts with what is made. */
  release(): void {
    this.budget.hold(-this.held);
    this.budget.bytes += this.held;
    this.held = 0;
  }
}
