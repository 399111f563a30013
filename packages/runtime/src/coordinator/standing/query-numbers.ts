/**
 * Assigns the numbers under which workers store reports of standing queries. Nodes journal the numbers, so none is ever
 * assigned twice. Data stored under an abandoned number is removed, even after a crash.
 */
import type { Workers } from '../../contract/workers.js';
import type { ResultLedger } from '../../results/result-ledger.js';

/** Numbers reserved with each save of the registry, so that not every number requires a save. */
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

  /** First number to assign after a restart. Make it durable, then pass it to `kept`. */
  get next(): number {
    return this.nextNumber + KEPT_AHEAD;
  }

  kept(next: number): void {
    this.keptUpTo = Math.max(this.keptUpTo, next);
  }

  /** Numbers whose data is to be removed. */
  get leaving(): readonly number[] {
    return [...this.left];
  }

  /** Continues the numbering of an earlier run. */
  async restore(next: number, leaving: readonly number[]): Promise<void> {
    this.nextNumber = next;
    for (const number of leaving) await this.removeTraces(number);
  }

  /** Repeats removals after workers were replaced, because the lost ones may not have completed them. */
  async resume(): Promise<void> {
    const { leaving } = this;
    if (leaving.length > 0) await this.forget(leaving);
  }

  /** Assigns a new number. Usable only when a value of `next` read afterwards is durable. */
  take(): number {
    return this.nextNumber++;
  }

  /** Whether the number is safe from being assigned again after a restart. */
  isKept(number: number): boolean {
    return number < this.keptUpTo;
  }

  /** From now on, a restart removes the data stored under these numbers. */
  leave(numbers: readonly number[]): Promise<void> {
    for (const each of numbers) this.left.add(each);
    return this.save();
  }

  /** Withdraws `leave` for these numbers, effective from the next save of the registry. */
  keep(numbers: readonly number[]): void {
    for (const each of numbers) this.left.delete(each);
  }

  /** Removes the data stored under leaving numbers. */
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
