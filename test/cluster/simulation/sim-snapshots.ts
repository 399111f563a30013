/** A model of the snapshots of one shard, which outlive all machines. */
import type { LogPosition, SnapshotStore, StoredSnapshot } from '@weir/cluster';

interface Stored {
  readonly snapshot: StoredSnapshot;
  readonly content: Uint8Array;
}

export class SimSnapshots {
  /** Number of snapshots that were complete, and that were read. */
  readonly counts = { stored: 0, read: 0 };
  private stored: Stored[] = [];
  private readonly incomplete = new Set<LogPosition>();

  /**
   * @param request runs an operation at once, later or not at all, as a request to the servers.
   * @param placed returns the position under which a snapshot is stored.
   */
  seenBy(
    request: <T>(run: () => T, mayBeLate: boolean) => Promise<T>,
    placed: (position: LogPosition) => LogPosition,
  ): SnapshotStore {
    return {
      list: () => request(() => this.stored.map(({ snapshot }) => snapshot), false),
      write: async (position, content) => {
        const chunks: Uint8Array[] = [];
        this.incomplete.add(position);
        try {
          for await (const chunk of content) {
            await request(() => undefined, false);
            chunks.push(chunk);
          }
          if (!this.incomplete.has(position)) throw new Error('the snapshot was removed');
        } finally {
          this.incomplete.delete(position);
        }
        return request(() => this.store(placed(position), Buffer.concat(chunks)), true);
      },
      read: snapshot => this.read(snapshot, request),
      removeBefore: sequence =>
        request(() => {
          this.stored = this.stored.filter(({ snapshot }) => snapshot.sequence >= sequence);
          for (const position of this.incomplete)
            if (position.sequence < sequence) this.incomplete.delete(position);
        }, true),
    };
  }

  private store({ sequence, offset }: LogPosition, content: Uint8Array): StoredSnapshot {
    const snapshot = { sequence, offset, bytes: content.length, id: String(this.counts.stored++) };
    this.stored.push({ snapshot, content });
    this.stored.sort((one, other) => one.snapshot.sequence - other.snapshot.sequence);
    return snapshot;
  }

  private async *read(
    { id }: StoredSnapshot,
    request: <T>(run: () => T, mayBeLate: boolean) => Promise<T>,
  ): AsyncIterable<Uint8Array> {
    const found = await request(() => this.stored.find(({ snapshot }) => snapshot.id === id), false);
    if (found === undefined) throw new Error('the snapshot was removed');
    this.counts.read++;
    yield found.content;
  }
}
