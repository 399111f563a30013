/**
 * Writes groups in the order given. Groups that arrive while a batch is being written wait and go together into
 * the next one, so a batch is as large as the store is slow; each group stays whole, because a batch is.
 *
 * What has to read before it knows what to delete goes alone, so that it reads everything before it.
 *
 * With each batch goes the list of the nodes it writes (recent-writes.ts).
 */
import type { NodeId } from '@weir/model';
import type { NodeSnapshot, WriteGroup } from '../persistor.js';
import { WriteHolds } from '../write-holds.js';
import { nodeKeyLength, recentKey, RecordKind, resultKey, writeNodeKey } from './keys.js';
import type { MendableLevel } from './mendable-level.js';
import { historyKeys, snapshotKeyBefore } from './replaced-keys.js';

interface Waiting {
  readonly group: WriteGroup;
  /** The snapshots of the group replace all history before them. */
  readonly folds: boolean;
  readonly done: () => void;
  readonly failed: (thrown: unknown) => void;
}

/** A batch takes no more groups past this many puts: later groups need not wait for all of it. */
const PUTS_PER_BATCH = 4096;

export class GroupWriter {
  readonly holds = new WriteHolds();
  private waiting: Waiting[] = [];
  private writing: Waiting[] = [];
  private loop: Promise<void> | undefined;
  /** The group accepted last; the others are through before it. */
  private newest = Promise.resolve();
  /** The batch that is being written, or was last. */
  private batch = Promise.resolve();

  /** @param nextBatch number of the first batch, higher than that of any stored one. */
  constructor(
    private readonly level: MendableLevel,
    private readonly sync: boolean,
    private nextBatch: number,
  ) {}

  write(group: WriteGroup): Promise<void> {
    return this.enqueue(group, false);
  }

  /** Puts the snapshots and deletes what they stand for. */
  fold(snapshots: readonly NodeSnapshot[]): Promise<void> {
    return this.enqueue({ journal: [], snapshots }, true);
  }

  /** The first batch that is not yet acknowledged. */
  get mark(): number {
    return this.nextBatch;
  }

  /** Whether something of a node is still on its way. */
  isWriting(id: NodeId): boolean {
    return this.loop !== undefined && (contains(this.writing, id) || contains(this.waiting, id));
  }

  /** Everything accepted so far is written, or has failed. */
  async settled(): Promise<void> {
    await this.newest.catch(() => undefined);
  }

  /**
   * Resolves when no batch is being written; later ones wait.
   * @returns lets them go on.
   */
  async hold(): Promise<() => void> {
    const release = this.holds.add();
    await this.batch.catch(() => undefined);
    return release;
  }

  private enqueue(group: WriteGroup, folds: boolean): Promise<void> {
    this.newest = new Promise((done, failed) => {
      this.waiting.push({ group, folds, done, failed });
      this.loop ??= this.run();
    });
    return this.newest;
  }

  private async run(): Promise<void> {
    // Groups of the same turn of the event loop go together from the first batch on.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      if (!this.holds.areEmpty) await this.holds.passed();
      this.writing = this.takeBatch();
      let failure: unknown;
      try {
        this.batch = this.level.change(() => this.writeBatch(this.writing));
        await this.batch;
      } catch (thrown) {
        failure = thrown ?? new Error('unknown failure');
      }
      const finished = this.writing;
      this.writing = [];
      this.nextBatch++;
      for (let i = 0; i < finished.length; i++) {
        if (failure === undefined) finished[i]!.done();
        else finished[i]!.failed(failure);
      }
    }
    this.loop = undefined;
  }

  private takeBatch(): Waiting[] {
    let puts = 0;
    let groups = 0;
    while (groups < this.waiting.length && puts < PUTS_PER_BATCH) {
      const next = this.waiting[groups]!;
      if (readsFirst(next) && groups > 0) break;
      const { journal, snapshots, results } = next.group;
      puts += journal.length + (snapshots?.length ?? 0) + (results?.length ?? 0);
      groups++;
      if (readsFirst(next)) break;
    }
    return this.waiting.splice(0, groups);
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    const replaced = readsFirst(batch[0]!) ? await this.replacedBy(batch[0]!) : undefined;
    const keys = new KeyBuffer(batch);
    const puts = this.level.level.batch();
    if (replaced !== undefined) for (let i = 0; i < replaced.length; i++) puts.del(replaced[i]!);
    for (let i = 0; i < batch.length; i++) {
      const { journal, snapshots, results } = batch[i]!.group;
      for (let j = 0; j < journal.length; j++) {
        const { id, time, bytes } = journal[j]!;
        puts.put(keys.next(id, time, RecordKind.Entry), asBuffer(bytes));
      }
      if (snapshots !== undefined) {
        for (let j = 0; j < snapshots.length; j++) {
          const { id, snapshot } = snapshots[j]!;
          puts.put(keys.next(id, snapshot.time, RecordKind.Snapshot), asBuffer(snapshot.bytes));
        }
      }
      if (results === undefined) continue;
      for (let j = 0; j < results.length; j++) {
        const { query, sequence, bytes } = results[j]!;
        puts.put(resultKey(query, sequence), asBuffer(bytes));
      }
    }
    if (keys.bytes.length > 0) puts.put(recentKey(this.nextBatch), keys.bytes);
    return puts.write({ sync: this.sync });
  }

  private async replacedBy({ group, folds }: Waiting): Promise<Buffer[]> {
    const replaced: Buffer[] = [];
    for (const { id, snapshot } of group.snapshots!) {
      if (folds)
        for await (const keys of historyKeys(this.level.level, id, snapshot.time)) replaced.push(...keys);
      else {
        const key = await snapshotKeyBefore(this.level.level, id, snapshot.time);
        if (key !== undefined) replaced.push(key);
      }
    }
    return replaced;
  }
}

function readsFirst({ group, folds }: Waiting): boolean {
  return folds || (group.replacesSnapshots === true && group.snapshots !== undefined);
}

/** The keys of all nodes of a batch in one piece of memory. */
class KeyBuffer {
  readonly bytes: Buffer;
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
