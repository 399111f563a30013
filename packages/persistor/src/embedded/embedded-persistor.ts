/**
 * The default store: one LevelDB per partition, with keys as described in keys.ts.
 *
 * Writes that `write` has acknowledged are with the operating system: they survive a crash or `kill -9` of the process.
 * They survive a power loss only with `sync`, which waits for the disk with every batch. Without it, the last moments
 * before the power loss may be missing, but the remaining data is complete and in order.
 *
 * A filter in memory knows which ids were ever written (existence-filter.ts). It is stored when the store closes
 * cleanly, and otherwise rebuilt from the keys.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { MaybePromise, WeirError } from '@weir/platform';
import type { ClassicLevel } from 'classic-level';
import { BasePersistor, END_OF_TIME } from '../base-persistor.js';
import type { ExistenceFilter } from '../existence-filter.js';
import type {
  EntryKey,
  NodeSnapshot,
  RecentWrite,
  ResultBounds,
  ScannedNode,
  StoredEntry,
  StoredNode,
  StoredResults,
  WriteGroup,
} from '../persistor.js';
import type { WriteHold } from '../store-cut.js';
import { ContentScan, type ScanStep } from './records/content-scan.js';
import type { DirectoryWatch } from './disk/directory-watch.js';
import type { DiskReserve } from './disk/disk-reserve.js';
import type { FileSeal } from './integrity/file-seal.js';
import { storeFilter } from './records/filter-storage.js';
import { GroupWriter } from './records/group-writer.js';
import {
  kindOfKey,
  METADATA_END,
  METADATA_START,
  metadataKey,
  metadataName,
  nodeEnd,
  nodeKey,
  RecordKind,
  timeOfKey,
} from './records/keys.js';
import { LevelCut } from './records/level-cut.js';
import { MendableLevel } from './disk/mendable-level.js';
import { NodeReads } from './records/node-reads.js';
import { scanNodeIds } from './records/node-scan.js';
import { sampleNodeIds } from './records/node-sample.js';
import { type BatchNumbers, forgetBatches, recentWrites } from './records/recent-writes.js';
import { deleteResults, readResults, resultBounds } from './records/result-storage.js';
import { readStored } from './records/stored-node.js';
import { toStoreError } from './disk/store-error.js';

const NOTHING_YET: StoredNode = { snapshot: undefined, journal: [] };

interface PartitionDirectory {
  readonly seal: FileSeal;
  readonly watch: DirectoryWatch;
  readonly reserve: DiskReserve;
}

export class EmbeddedPersistor extends BasePersistor {
  readonly supports = { durable: true, history: true, snapshots: true, results: true };
  private readonly mendable: MendableLevel;
  private readonly writer: GroupWriter;
  private readonly reads: NodeReads;
  /** Lists of batches before this one are deleted. */
  private firstRecent: number;

  /** Called by `EmbeddedPersistorFactory`. */
  constructor(
    private readonly level: ClassicLevel<Buffer, Buffer>,
    private readonly filter: ExistenceFilter,
    private readonly sync: boolean,
    batches: BatchNumbers,
    private readonly directory: PartitionDirectory,
  ) {
    super(level.location);
    this.mendable = new MendableLevel(level, directory.watch);
    this.writer = new GroupWriter(this.mendable, sync, batches.next);
    this.reads = new NodeReads(level, () => filter.count);
    this.firstRecent = batches.first;
  }

  override get nodeCount(): number {
    return this.filter.count;
  }

  override get lost(): Promise<WeirError> {
    return this.directory.watch.lost;
  }

  protected doWrite(group: WriteGroup): Promise<void> {
    this.reads.writes(group, this.addId);
    return this.noted(this.writer.write(group));
  }

  private readonly addId = (id: NodeId): boolean => this.filter.add(id);

  private noted(write: Promise<void>): Promise<void> {
    write.catch(() => this.reads.failed());
    return write;
  }

  protected doReadNode(id: NodeId, asOf: EventTime): MaybePromise<StoredNode | undefined> {
    if (!this.filter.mayContain(id)) return undefined;
    return asOf === END_OF_TIME ? this.readCurrent(id) : this.readPast(id, asOf);
  }

  private async readCurrent(id: NodeId): Promise<StoredNode | undefined> {
    while (this.writer.isWriting(id)) await this.writer.settled();
    return this.reads.read(id);
  }

  private async readPast(id: NodeId, asOf: EventTime): Promise<StoredNode | undefined> {
    if (this.writer.isWriting(id)) await this.writer.settled();
    const stored = await readStored(this.level, id, asOf);
    return stored ?? ((await this.hasLater(id, asOf)) ? NOTHING_YET : undefined);
  }

  /** A node that was first written after the requested time is known, but empty at that time. */
  private async hasLater(id: NodeId, asOf: EventTime): Promise<boolean> {
    const keys = this.level.keys({ gt: nodeKey(id, asOf, RecordKind.Snapshot), lt: nodeEnd(id), limit: 1 });
    try {
      return (await keys.next()) !== undefined;
    } finally {
      await keys.close();
    }
  }

  protected async doReadJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]> {
    if (!this.filter.mayContain(id)) return [];
    if (this.writer.isWriting(id)) await this.writer.settled();
    const range = { gt: nodeKey(id, after, RecordKind.Snapshot), lt: nodeEnd(id) };
    const entries: StoredEntry[] = [];
    for await (const [key, bytes] of this.level.iterator(range)) {
      if (kindOfKey(key) === RecordKind.Entry) entries.push({ time: timeOfKey(key), bytes });
    }
    return entries;
  }

  protected override async doReadEntries(wanted: readonly EntryKey[]): Promise<(Uint8Array | undefined)[]> {
    await this.writer.settled();
    const keys = wanted.map(({ id, time }) => nodeKey(id, time, RecordKind.Entry));
    return this.level.getMany(keys, { fillCache: false });
  }

  protected doNodeIds(): AsyncIterable<readonly NodeId[]> {
    return scanNodeIds(this.level);
  }

  protected override async doSampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    await this.writer.settled();
    return sampleNodeIds(this.level, count, random);
  }

  protected override async *doScanNodes(
    asOf: EventTime,
    isWanted: (id: NodeId) => boolean,
  ): AsyncIterable<readonly ScannedNode[]> {
    await this.writer.settled();
    const inStep = (step: ScanStep) =>
      asOf === END_OF_TIME && this.writer.isIdle ? this.reads.scan(step) : step();
    yield* new ContentScan(this.level, asOf, isWanted, id => this.doReadNode(id, asOf), inStep).batches();
  }

  protected async doPurgeNode(id: NodeId): Promise<void> {
    await this.writer.settled();
    await this.mendable.change(() =>
      this.level.clear({ gte: nodeKey(id, 0, RecordKind.Entry), lt: nodeEnd(id) }),
    );
    this.reads.deletes(id);
  }

  protected doFoldHistory(snapshots: readonly NodeSnapshot[]): Promise<void> {
    for (const { id } of snapshots) {
      this.filter.add(id);
      this.reads.deletes(id);
    }
    return this.noted(this.writer.fold(snapshots));
  }

  protected doMarkWrites(): number {
    return this.writer.mark;
  }

  protected async *doRecentWrites(): AsyncIterable<readonly RecentWrite[]> {
    await this.writer.settled();
    yield* recentWrites(this.level);
  }

  protected async doForgetRecent(before: number): Promise<void> {
    await this.mendable.change(() => forgetBatches(this.level, this.firstRecent, before));
    this.firstRecent = Math.max(this.firstRecent, before);
  }

  protected async *doReadResults(
    query: number,
    after: number,
    perRead: number | undefined,
  ): AsyncIterable<readonly StoredResults[]> {
    await this.writer.settled();
    yield* readResults(this.level, query, after, perRead);
  }

  protected async doResultBounds(query: number): Promise<ResultBounds | undefined> {
    await this.writer.settled();
    return resultBounds(this.level, query);
  }

  protected async doDeleteResults(query: number, upTo: number): Promise<void> {
    await this.writer.settled();
    await this.mendable.change(() => deleteResults(this.level, query, upTo));
  }

  protected doPutMetadata(key: string, value: Uint8Array): Promise<void> {
    return this.mendable.change(() =>
      this.level.put(metadataKey(key), Buffer.from(value), { sync: this.sync }),
    );
  }

  protected doGetMetadata(key: string): Promise<Uint8Array | undefined> {
    return this.level.get(metadataKey(key));
  }

  protected doDeleteMetadata(key: string): Promise<void> {
    return this.mendable.change(() => this.level.del(metadataKey(key), { sync: this.sync }));
  }

  protected async doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    const entries = await this.level.iterator({ gte: METADATA_START, lt: METADATA_END }).all();
    return new Map(entries.map(([key, value]) => [metadataName(key), value]));
  }

  protected async doHoldWrites(): Promise<WriteHold> {
    const release = await this.writer.hold();
    return { cut: () => new LevelCut(this.level), release };
  }

  protected async doClose(): Promise<void> {
    this.writer.holds.releaseAll();
    await this.writer.settled();
    const { seal, watch, reserve } = this.directory;
    watch.stop();
    reserve.stop();
    // If the directory was replaced, nothing is written or sealed.
    if (await this.isMissing()) return this.level.close();
    await this.mendable.change(() => storeFilter(this.level, this.filter));
    const sealed = await seal.prepare();
    await this.level.close();
    await sealed();
  }

  private isMissing(): Promise<boolean> {
    return this.directory.watch.check().then(
      () => false,
      () => true,
    );
  }

  protected toStoreError(thrown: unknown, what: string): WeirError {
    return toStoreError(thrown, what, this.name);
  }
}
