/**
 * Rows that an operator keeps until it ends, charged to the run's bytes. The charge for a batch is bounded by the size
 * of its rows and by the bytes created since the previous batch; in addition, each row is charged for its slots.
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

  /** @param kept rows, or other lists of values. Everything else that the batch created is garbage now. */
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

  /** Only these of all kept values survive. */
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

  /** The kept values are passed on, and count as created values again. */
  release(): void {
    this.budget.hold(-this.held);
    this.budget.bytes += this.held;
    this.held = 0;
  }
}
