/**
 * The numbers under which workers store what standing queries report. Nodes journal them, so none is ever given twice;
 * and what is stored under one that is no longer used goes, after a crash too.
 */
import type { WorkerServices } from '../contract/worker-services.js';
import type { ResultLedger } from '../results/result-ledger.js';

export interface QueryNumbersPorts {
  readonly workers: readonly WorkerServices[];
  readonly ledger: ResultLedger;
  /** Makes `next` and `leaving` durable. */
  save(): Promise<void>;
}

export class QueryNumbers {
  private nextNumber = 1;
  private readonly left = new Set<number>();

  constructor(private readonly ports: QueryNumbersPorts) {}

  get next(): number {
    return this.nextNumber;
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

  /** A fresh number: of use when `next` is durable. */
  take(): number {
    return this.nextNumber++;
  }

  /** From here on a restart removes what is stored under them. */
  leave(numbers: readonly number[]): Promise<void> {
    for (const each of numbers) this.left.add(each);
    return this.ports.save();
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
    await this.ports.save();
  }

  private async removeTraces(number: number): Promise<void> {
    await Promise.all(this.ports.workers.map(worker => worker.results.remove(number)));
    await this.ports.ledger.forget(number);
  }
}
