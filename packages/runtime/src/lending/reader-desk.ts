/** Processes, other than the owner, that can read sources of a graph: its present lenders of workers. */
import type { ReaderProcess, ReaderProcesses } from '@weir/contract';

export class ReaderDesk implements ReaderProcesses {
  private processes: readonly ReaderProcess[] = [];
  private readonly watchers = new Set<() => void>();

  current(): readonly ReaderProcess[] {
    return this.processes;
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  add(reader: ReaderProcess): void {
    this.processes = [...this.processes, reader];
    this.notify();
  }

  remove(reader: ReaderProcess): void {
    if (!this.processes.includes(reader)) return;
    this.processes = this.processes.filter(each => each !== reader);
    this.notify();
  }

  private notify(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
