/** A model of the snapshots of one partition, for tests. */
import type { LogPosition, SnapshotStore, StoredSnapshot } from '@weir/cluster';

export class MemorySnapshots implements SnapshotStore {
  readonly contents = new Map<StoredSnapshot, Uint8Array>();
  isFull = false;
  private written = 0;
  private readonly incomplete = new Set<LogPosition>();

  async list(): Promise<readonly StoredSnapshot[]> {
    return [...this.contents.keys()].sort((one, other) => one.sequence - other.sequence);
  }

  async write(position: LogPosition, content: AsyncIterable<Uint8Array>): Promise<StoredSnapshot> {
    const chunks: Uint8Array[] = [];
    this.incomplete.add(position);
    try {
      for await (const chunk of content) chunks.push(chunk);
      if (!this.incomplete.has(position)) throw new Error('The snapshot was removed');
    } finally {
      this.incomplete.delete(position);
    }
    if (this.isFull) throw new Error('insufficient storage');
    const bytes = Buffer.concat(chunks);
    const snapshot = { ...position, bytes: bytes.length, id: String(this.written++) };
    this.contents.set(snapshot, bytes);
    return snapshot;
  }

  async *read({ sequence, id }: StoredSnapshot): AsyncIterable<Uint8Array> {
    for (const [snapshot, content] of this.contents)
      if (snapshot.sequence === sequence && snapshot.id === id) return yield content;
    throw new Error('The snapshot was removed');
  }

  async removeBefore(sequence: number): Promise<void> {
    for (const snapshot of this.contents.keys())
      if (snapshot.sequence < sequence) this.contents.delete(snapshot);
    for (const position of this.incomplete)
      if (position.sequence < sequence) this.incomplete.delete(position);
  }
}
