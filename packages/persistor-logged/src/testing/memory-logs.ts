/** A model of the logs of a graph, for tests. */
import type { GraphLogs, LogRow, LogStore, PartitionRow, PlacedRow } from '@weir/cluster';

export class MemoryLogs implements GraphLogs {
  private readonly all: PartitionRow[] = [];
  private changed: () => void = () => undefined;
  /** Called before each append; an error that it throws fails the attempt. */
  beforeAppend: (partition: string, row: LogRow) => void = () => undefined;

  constructor(private readonly contentLimit = 1_000) {}

  log(partition: string): LogStore {
    const last = (): PlacedRow | undefined => this.all.findLast(each => each.partition === partition)?.row;
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
    };
  }

  async lastSequence(): Promise<number> {
    return this.all.length;
  }

  async *follow(after: number, signal: AbortSignal): AsyncIterable<PartitionRow> {
    signal.addEventListener('abort', () => this.changed(), { once: true });
    for (let next = after; !signal.aborted;) {
      if (next < this.all.length) yield this.all[next++]!;
      else await new Promise<void>(resolve => (this.changed = resolve));
    }
  }

  async close(): Promise<void> {
    this.changed();
  }

  private async *rows(partition: string, after: number): AsyncIterable<PlacedRow> {
    for (const each of this.all.slice(after)) if (each.partition === partition) yield each.row;
  }
}
