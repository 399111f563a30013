/**
 * Writes groups one after the other, in the order given, each as one batch of the store. Groups are not merged here,
 * because heavy writers merge their own writes (a shard commits in groups) and wait for one group before the next. Only
 * folds, replacements and backups are interleaved. An operation that has to read before it knows what to delete sees
 * all groups given before it.
 *
 * Each batch includes the list of the nodes it writes (recent-writes.ts).
 */
import type { NodeId } from '@weir/model';
import type { NodeSnapshot, WriteGroup } from '../../persistor.js';
import { WriteHolds } from '../../write-holds.js';
import { nodeKeyLength, recentKey, RecordKind, resultKey, timeOfKey, writeNodeKey } from './keys.js';
import type { MendableLevel } from '../disk/mendable-level.js';
import { historyKeys, newestSnapshotKey } from './replaced-keys.js';

export class GroupWriter {
  readonly holds = new WriteHolds();
  /** Groups that were accepted and are not complete, with their nodes once a reader has asked for one. */
  private readonly underWay = new Map<WriteGroup, ReadonlySet<NodeId> | undefined>();
  /** Settles when the group accepted last has completed or failed. */
  private newest: Promise<unknown> = Promise.resolve();
  /** The batch being written, or the last one. */
  private batch = Promise.resolve();

  /** @param nextBatch number of the first batch, higher than the number of any stored one. */
  constructor(
    private readonly level: MendableLevel,
    private readonly sync: boolean,
    private nextBatch: number,
  ) {}

  write(group: WriteGroup): Promise<void> {
    return this.inTurn(group, false);
  }

  /** Writes the snapshots and deletes the history that they replace. */
  fold(snapshots: readonly NodeSnapshot[]): Promise<void> {
    return this.inTurn({ journal: [], snapshots }, true);
  }

  /** Number of the first batch that is not acknowledged yet. */
  get mark(): number {
    return this.nextBatch;
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  isWriting(id: NodeId): boolean {
    for (const [group, known] of this.underWay) {
      const nodes = known ?? nodesOf(group);
      if (known === undefined) this.underWay.set(group, nodes);
      if (nodes.has(id)) return true;
    }
    return false;
  }

  /** Resolves when everything accepted so far is written or has failed. */
  async settled(): Promise<void> {
    await this.newest;
  }

  /**
   * Resolves when no batch is being written; later ones wait.
   * @returns a function that releases them.
   */
  async hold(): Promise<() => void> {
    const release = this.holds.add();
    await this.batch.catch(() => undefined);
    return release;
  }

  private inTurn(group: WriteGroup, folds: boolean): Promise<void> {
    this.underWay.set(group, undefined);
    const written = this.newest.then(() => this.writeNext(group, folds));
    this.newest = written.catch(() => undefined);
    return written;
  }

  private async writeNext(group: WriteGroup, folds: boolean): Promise<void> {
    if (!this.holds.areEmpty) await this.holds.passed();
    try {
      this.batch = this.level.change(() => this.writeBatch(group, folds));
      await this.batch;
    } finally {
      this.underWay.delete(group);
      this.nextBatch++;
    }
  }

  private async writeBatch(group: WriteGroup, folds: boolean): Promise<void> {
    const { journal, results } = group;
    const { snapshots, replaced } = await this.replacing(group, folds);
    const keys = new KeyBuffer(journal, snapshots ?? []);
    const puts = this.level.level.batch();
    for (let i = 0; i < replaced.length; i++) puts.del(replaced[i]!);
    for (let i = 0; i < journal.length; i++) {
      const { id, time, bytes } = journal[i]!;
      puts.put(keys.next(id, time, RecordKind.Entry), asBuffer(bytes));
    }
    if (snapshots !== undefined) {
      for (let i = 0; i < snapshots.length; i++) {
        const { id, snapshot } = snapshots[i]!;
        puts.put(keys.next(id, snapshot.time, RecordKind.Snapshot), asBuffer(snapshot.bytes));
      }
    }
    if (results !== undefined) {
      for (let i = 0; i < results.length; i++) {
        const { query, sequence, bytes } = results[i]!;
        puts.put(resultKey(query, sequence), asBuffer(bytes));
      }
    }
    if (keys.bytes.length > 0) puts.put(recentKey(this.nextBatch), keys.bytes);
    return puts.write({ sync: this.sync });
  }

  /** Returns the snapshots to write, and the keys that they make obsolete. */
  private async replacing(
    { snapshots, replacesSnapshots = false }: WriteGroup,
    folds: boolean,
  ): Promise<{
    readonly snapshots: readonly NodeSnapshot[] | undefined;
    readonly replaced: readonly Buffer[];
  }> {
    const replaced: Buffer[] = [];
    if (snapshots === undefined || (!folds && !replacesSnapshots)) return { snapshots, replaced };
    if (folds) {
      for (const { id, snapshot } of snapshots)
        for await (const keys of historyKeys(this.level.level, id, snapshot.time)) replaced.push(...keys);
      return { snapshots, replaced };
    }
    const newer: NodeSnapshot[] = [];
    for (const each of snapshots) {
      const key = await newestSnapshotKey(this.level.level, each.id);
      const before = key === undefined ? -1 : timeOfKey(key);
      if (before < each.snapshot.time && key !== undefined) replaced.push(key);
      // A later one: the group is applied again, and its snapshot was replaced already.
      if (before <= each.snapshot.time) newer.push(each);
    }
    return { snapshots: newer, replaced };
  }
}

/** Builds the keys of all nodes of a group in one buffer. */
class KeyBuffer {
  readonly bytes: Buffer;
  private at = 0;

  constructor(journal: WriteGroup['journal'], snapshots: readonly NodeSnapshot[]) {
    let length = 0;
    for (let i = 0; i < journal.length; i++) length += nodeKeyLength(journal[i]!.id);
    for (let i = 0; i < snapshots.length; i++) length += nodeKeyLength(snapshots[i]!.id);
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

function nodesOf({ journal, snapshots = [] }: WriteGroup): ReadonlySet<NodeId> {
  const nodes = new Set<NodeId>();
  for (const { id } of journal) nodes.add(id);
  for (const { id } of snapshots) nodes.add(id);
  return nodes;
}
