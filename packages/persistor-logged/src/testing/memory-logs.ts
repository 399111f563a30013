/** A model of the logs of a graph, for tests. */
import type { FollowedLog, GraphLogs, LogRow, PlacedRow } from '@weir/cluster';
import { MemorySnapshots } from './memory-snapshots.js';

interface PartitionRow {
  readonly partition: string;
  readonly row: PlacedRow;
}

export class MemoryLogs implements GraphLogs {
  /** By sequence, from 1; `undefined`: the row was removed. */
  private readonly all: (PartitionRow | undefined)[] = [];
  private readonly stored = new Map<string, MemorySnapshots>();
  private readonly waiting = new Set<() => void>();
  /** Called before each append; an error that it throws fails the attempt. */
  beforeAppend: (partition: string, row: LogRow) => void = () => undefined;

  constructor(private readonly contentLimit = 1_000) {}

  log(partition: string): FollowedLog {
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
      follow: (after, signal) => this.follow(partition, after, signal),
      countAfter: async sequence =>
        this.all.slice(sequence).filter(each => each?.partition === partition).length,
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

  async partitions(): Promise<readonly string[]> {
    return [...new Set(this.all.flatMap(each => (each === undefined ? [] : [each.partition])))];
  }

  async close(): Promise<void> {
    this.changed();
  }

  private changed(): void {
    for (const resume of this.waiting) resume();
    this.waiting.clear();
  }

  private async *follow(partition: string, after: number, signal: AbortSignal): AsyncIterable<PlacedRow> {
    signal.addEventListener('abort', () => this.changed(), { once: true });
    for (let next = after; !signal.aborted;) {
      if (next >= this.all.length) await new Promise<void>(resolve => this.waiting.add(resolve));
      else {
        const each = this.all[next++];
        if (each?.partition === partition) yield each.row;
      }
    }
  }

  private async *rows(partition: string, after: number): AsyncIterable<PlacedRow> {
    for (const each of this.all.slice(after)) if (each?.partition === partition) yield each.row;
  }
}
