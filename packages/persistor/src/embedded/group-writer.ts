/**
 * Writes groups in the order given. Groups that arrive while a batch is being written wait and go together into
 * the next one, so a batch is as large as the store is slow; each group stays whole, because a batch is.
 */
import type { NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import type { WriteGroup } from '../persistor.js';
import { nodeKeyLength, RecordKind, writeNodeKey } from './keys.js';

interface Waiting {
  readonly group: WriteGroup;
  readonly done: () => void;
  readonly failed: (thrown: unknown) => void;
}

/** A batch takes no more groups past this many puts: later groups need not wait for all of it. */
const PUTS_PER_BATCH = 4096;

export class GroupWriter {
  private waiting: Waiting[] = [];
  private writing: Waiting[] = [];
  private loop: Promise<void> | undefined;

  constructor(
    private readonly level: ClassicLevel<Buffer, Buffer>,
    private readonly sync: boolean,
  ) {}

  write(group: WriteGroup): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ group, done, failed });
      this.loop ??= this.run();
    });
  }

  /** Whether something of a node is still on its way. */
  holds(id: NodeId): boolean {
    return this.loop !== undefined && (contains(this.writing, id) || contains(this.waiting, id));
  }

  /** Everything accepted so far is written, or has failed. */
  async idle(): Promise<void> {
    while (this.loop) await this.loop;
  }

  private async run(): Promise<void> {
    // Groups of the same turn of the event loop go together from the first batch on.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      this.writing = this.nextBatch();
      let failure: unknown;
      try {
        await this.writeBatch(this.writing);
      } catch (thrown) {
        failure = thrown ?? new Error('unknown failure');
      }
      const finished = this.writing;
      this.writing = [];
      for (let i = 0; i < finished.length; i++) {
        if (failure === undefined) finished[i]!.done();
        else finished[i]!.failed(failure);
      }
    }
    this.loop = undefined;
  }

  private nextBatch(): Waiting[] {
    let puts = 0;
    let groups = 0;
    while (groups < this.waiting.length && puts < PUTS_PER_BATCH) {
      const { journal, snapshots } = this.waiting[groups]!.group;
      puts += journal.length + (snapshots?.length ?? 0);
      groups++;
    }
    return this.waiting.splice(0, groups);
  }

  private writeBatch(batch: readonly Waiting[]): Promise<void> {
    const keys = new KeyBuffer(batch);
    const puts = this.level.batch();
    for (let i = 0; i < batch.length; i++) {
      const { journal, snapshots } = batch[i]!.group;
      for (let j = 0; j < journal.length; j++) {
        const { id, time, bytes } = journal[j]!;
        puts.put(keys.next(id, time, RecordKind.Entry), asBuffer(bytes));
      }
      if (snapshots === undefined) continue;
      for (let j = 0; j < snapshots.length; j++) {
        const { id, snapshot } = snapshots[j]!;
        puts.put(keys.next(id, snapshot.time, RecordKind.Snapshot), asBuffer(snapshot.bytes));
      }
    }
    return puts.write({ sync: this.sync });
  }
}

/** All keys of a batch in one piece of memory. */
class KeyBuffer {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(batch: readonly Waiting[]) {
    let length = 0;
    for (let i = 0; i < batch.length; i++) {
      const { journal, snapshots } = batch[i]!.group;
      for (let j = 0; j < journal.length; j++) length += nodeKeyLength(journal[j]!.id);
      if (snapshots === undefined) continue;
      for (let j = 0; j < snapshots.length; j++) length += nodeKeyLength(snapshots[j]!.id);
    }
    this.bytes = Buffer.allocUnsafe(length);
  }

  next(id: NodeId, time: number, kind: RecordKind): Buffer {
    const start = this.at;
    this.at += nodeKeyLength(id);
    writeNodeKey(this.bytes, start, id, time, kind);
    return this.bytes.subarray(start, this.at);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function contains(batch: readonly Waiting[], id: NodeId): boolean {
  for (let i = 0; i < batch.length; i++) {
    const { journal, snapshots } = batch[i]!.group;
    for (let j = 0; j < journal.length; j++) if (journal[j]!.id === id) return true;
    if (snapshots?.some(one => one.id === id)) return true;
  }
  return false;
}
