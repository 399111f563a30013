/** The processes that lend workers to a pool, including lost ones. */
import type { LentProcess } from './lent-process.js';
import type { OwnerNote, StartNote } from './lending-notes.js';

export class Lenders {
  /** The n-th is process n + 1 in notes; the owner is process 0. */
  private readonly all: LentProcess[] = [];
  /** Workers that have not finished. */
  private readonly atWork = new Set<number>();
  private allFinished = (): void => undefined;

  add(process: LentProcess): void {
    this.all.push(process);
    for (const worker of process.workers) this.atWork.add(worker);
  }

  get present(): readonly LentProcess[] {
    return this.all.filter(process => !process.isGone);
  }

  /** Workers of all processes, each with its process. */
  get workers(): readonly (readonly [worker: number, process: LentProcess])[] {
    return this.all.flatMap(process => process.workers.map(worker => [worker, process] as const));
  }

  with(worker: number): LentProcess | undefined {
    return this.all.find(({ workers }) => workers.includes(worker));
  }

  named(name: string): LentProcess | undefined {
    return this.present.find(process => process.name === name);
  }

  /** Number in notes; `undefined` is the owner. */
  numberOf(process: LentProcess | undefined): number {
    return process === undefined ? 0 : this.all.indexOf(process) + 1;
  }

  numbered(number: number): LentProcess {
    return this.all[number - 1]!;
  }

  /** For `StartNote`. */
  get places(): StartNote['processes'] {
    return this.all.map(({ name, address, workers }) => ({ name, address, workers }));
  }

  notifyAllBut(process: LentProcess | undefined, note: OwnerNote): void {
    for (const each of this.present) if (each !== process) each.notify(note);
  }

  finished(worker: number): void {
    this.atWork.delete(worker);
    if (this.atWork.size === 0) this.allFinished();
  }

  /** Resolves when all workers have finished, or are closed. */
  async finish(): Promise<void> {
    if (this.atWork.size > 0) await new Promise<void>(resolve => (this.allFinished = resolve));
  }

  close(): void {
    for (const process of this.all) process.close();
    this.allFinished();
  }
}
