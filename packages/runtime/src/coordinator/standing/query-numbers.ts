/**
 * The numbers under which workers store what standing queries report. Nodes journal them, so none is ever given twice;
 * and what is stored under one that is no longer used goes, after a crash too.
 */
import type { Workers } from '../../contract/workers.js';
import type { ResultLedger } from '../../results/result-ledger.js';

/** Numbers that are kept as given with each save of the registry, so that not each needs a save of its own. */
const KEPT_AHEAD = 64;

export class QueryNumbers {
  private nextNumber = 1;
  private keptUpTo = 1;
  private readonly left = new Set<number>();

  /** @param save makes `next` and `leaving` durable. */
  constructor(
    private readonly workers: Workers,
    private readonly ledger: ResultLedger,
    private readonly save: () => Promise<void>,
  ) {}

  /** Where a restart goes on: to be made durable, and then given to `kept`. */
  get next(): number {
    return this.nextNumber + KEPT_AHEAD;
  }

  kept(next: number): void {
    this.keptUpTo = Math.max(this.keptUpTo, next);
  }

  /** Those whose traces are to be removed. */
  get leaving(): readonly number[] {
    return [...this.left];
  }

  /** Goes on after an earlier run. */
  async restore(next: number, leaving: readonly number[]): Promise<void> {
    this.nextNumber = next;
    for (const number of leaving) await this.removeTraces(number);
  }

  /** Workers are new: the lost ones may not have come to it. */
  async resume(): Promise<void> {
    const { leaving } = this;
    if (leaving.length > 0) await this.forget(leaving);
  }

  /** A fresh number: of use when a `next` from after it is durable. */
  take(): number {
    return this.nextNumber++;
  }

  /** No restart will give the number again. */
  isKept(number: number): boolean {
    return number < this.keptUpTo;
  }

  /** From here on a restart removes what is stored under them. */
  leave(numbers: readonly number[]): Promise<void> {
    for (const each of numbers) this.left.add(each);
    return this.save();
  }

  /** They stay, from the next time that the registry is saved. */
  keep(numbers: readonly number[]): void {
    for (const each of numbers) this.left.delete(each);
  }

  /** Removes what is stored under numbers that are leaving. */
  async forget(numbers: readonly number[]): Promise<void> {
    for (const each of numbers) {
      await this.removeTraces(each);
      this.left.delete(each);
    }
    await this.save();
  }

  private async removeTraces(number: number): Promise<void> {
    await this.workers.each(worker => worker.results.remove(number));
    await this.ledger.forget(number);
  }
}
