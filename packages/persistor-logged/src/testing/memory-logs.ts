/** A model of the logs of a graph, for tests. */
import type { GraphLogs, LogRow, LogStore, PartitionRow, PlacedRow } from '@weir/cluster';
import { MemorySnapshots } from './memory-snapshots.js';

export class MemoryLogs implements GraphLogs {
  /** By sequence, from 1; `undefined`: the row was removed. */
  private readonly all: (PartitionRow | undefined)[] = [];
  private readonly stored = new Map<string, MemorySnapshots>();
  private changed: () => void = () => undefined;
  /** Called before each append; an error that it throws fails the attempt. */
  beforeAppend: (partition: string, row: LogRow) => void = () => undefined;

  constructor(private readonly contentLimit = 1_000) {}

  log(partition: string): LogStore {
    const last = (): PlacedRow | undefined => this.all.findLast(each => each?.partition === partition)?.row;
    return {
      contentLimit: this.contentLimit,
      append: async (row, after) => {
        this.beforeAppend(partition, row);
        if ((last()?.sequence ?? 0) !== after) return undefined;
        const sequence = this.all.length + 1;
        this.all.push({ partition, row: { ...row, sequence } });
        this.changed();
        return sequence;
      },
      last: async () => last(),
      rows: after => this.rows(partition, after),
      cut: async before => {
        for (let sequence = 1; sequence < before; sequence++) this.lose(partition, sequence);
      },
    };
  }

  snapshots(partition: string): MemorySnapshots {
    const snapshots = this.stored.get(partition) ?? new MemorySnapshots();
    this.stored.set(partition, snapshots);
    return snapshots;
  }

  /** Total length of the rows of a partition that are left, in bytes. */
  lengthOf(partition: string): number {
    return this.all.reduce(
      (sum, each) => (each?.partition === partition ? sum + (each.row.content?.length ?? 0) : sum),
      0,
    );
  }

  /** Loses one row. */
  lose(partition: string, sequence: number): void {
    if (this.all[sequence - 1]?.partition === partition) this.all[sequence - 1] = undefined;
  }

  async lastSequence(): Promise<number> {
    return this.all.length;
  }

  async *follow(after: number, signal: AbortSignal): AsyncIterable<PartitionRow> {
    signal.addEventListener('abort', () => this.changed(), { once: true });
    for (let next = after; !signal.aborted;) {
      if (next >= this.all.length) await new Promise<void>(resolve => (this.changed = resolve));
      else {
        const row = this.all[next++];
        if (row !== undefined) yield row;
      }
    }
  }

  async close(): Promise<void> {
    this.changed();
  }

  private async *rows(partition: string, after: number): AsyncIterable<PlacedRow> {
    for (const each of this.all.slice(after)) if (each?.partition === partition) yield each.row;
  }
}
