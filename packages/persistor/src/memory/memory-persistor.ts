/** A store that exists as long as its process. */
import { type EventTime, type NodeId } from '@weir/model';
import { WeirError } from '@weir/platform';
import { BasePersistor } from '../base-persistor.js';
import type {
  NodeSnapshot,
  PersistorFactory,
  RecentWrite,
  ResultBounds,
  StoredEntry,
  StoredNode,
  StoredResults,
  WriteGroup,
} from '../persistor.js';
import type { WriteHold } from '../store-cut.js';
import { WriteHolds } from '../write-holds.js';
import { MemoryCut } from './memory-cut.js';
import { ResultLog } from './result-log.js';
import { NodeRecords } from './node-records.js';

const DONE = Promise.resolve();
const IDS_PER_BATCH = 1000;

export class MemoryPersistor extends BasePersistor {
  readonly supports = { durable: false, history: true, snapshots: true, results: true };
  private readonly nodes = new NodeRecords();
  private readonly results = new Map<number, ResultLog>();
  private readonly holds = new WriteHolds();
  private readonly metadata = new Map<string, Uint8Array>();

  constructor(partition: string) {
    super(`memory:${partition}`);
  }

  override get nodeCount(): number {
    return this.nodes.count;
  }

  protected doWrite({ journal, snapshots = [], replacesSnapshots, results = [] }: WriteGroup): Promise<void> {
    for (let i = 0; i < journal.length; i++) {
      const { id, time, bytes } = journal[i]!;
      this.nodes.put(id, false, time, bytes);
    }
    for (let i = 0; i < snapshots.length; i++) {
      const { id, snapshot } = snapshots[i]!;
      if (replacesSnapshots) this.nodes.dropSnapshotBefore(id, snapshot.time);
      this.nodes.put(id, true, snapshot.time, snapshot.bytes);
    }
    for (let i = 0; i < results.length; i++) this.putResults(results[i]!);
    return this.holds.areEmpty ? DONE : this.holds.passed();
  }

  protected doReadNode(id: NodeId, asOf: EventTime): StoredNode | undefined {
    return this.nodes.read(id, asOf);
  }

  protected async doReadJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]> {
    return this.nodes.entriesAfter(id, after);
  }

  protected async *doNodeIds(): AsyncIterable<readonly NodeId[]> {
    const ids = this.nodes.ids();
    for (let i = 0; i < ids.length; i += IDS_PER_BATCH) yield ids.slice(i, i + IDS_PER_BATCH);
  }

  protected override async doSampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    return this.nodes.sample(count, random);
  }

  protected async doPurgeNode(id: NodeId): Promise<void> {
    this.nodes.delete(id);
  }

  protected async doFoldHistory(snapshots: readonly NodeSnapshot[]): Promise<void> {
    for (const { id, snapshot } of snapshots) this.nodes.fold(id, snapshot);
    await this.holds.passed();
  }

  protected doMarkWrites(): number {
    return 0;
  }

  protected async *doRecentWrites(): AsyncIterable<readonly RecentWrite[]> {
    return;
  }

  protected async doForgetRecent(): Promise<void> {
    return;
  }

  protected async *doReadResults(query: number, after: number): AsyncIterable<readonly StoredResults[]> {
    yield this.results.get(query)?.after(after) ?? [];
  }

  protected async doResultBounds(query: number): Promise<ResultBounds | undefined> {
    return this.results.get(query)?.bounds;
  }

  protected async doDeleteResults(query: number, upTo: number): Promise<void> {
    this.results.get(query)?.deleteUpTo(upTo);
  }

  protected async doPutMetadata(key: string, value: Uint8Array): Promise<void> {
    this.metadata.set(key, Buffer.from(value));
  }

  protected async doGetMetadata(key: string): Promise<Uint8Array | undefined> {
    return this.metadata.get(key);
  }

  protected async doDeleteMetadata(key: string): Promise<void> {
    this.metadata.delete(key);
  }

  protected async doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    return new Map(this.metadata);
  }

  /** Writes are visible to readers immediately, but acknowledged only after the hold is released. */
  protected async doHoldWrites(): Promise<WriteHold> {
    const cut = new MemoryCut(
      this.nodes.view(),
      [...this.results.values()].flatMap(log => log.after(-1)),
      new Map(this.metadata),
    );
    return { cut: () => cut, release: this.holds.add() };
  }

  protected async doClose(): Promise<void> {
    this.holds.releaseAll();
    this.nodes.clear();
    this.results.clear();
    this.metadata.clear();
  }

  protected toStoreError(thrown: unknown): WeirError {
    return WeirError.from(thrown);
  }

  private putResults(results: StoredResults): void {
    let log = this.results.get(results.query);
    if (log === undefined) this.results.set(results.query, (log = new ResultLog()));
    log.put({ ...results, bytes: Buffer.from(results.bytes) });
  }
}

/** Every `open` starts with an empty store. */
export class MemoryPersistorFactory implements PersistorFactory {
  readonly name = 'memory';

  async open(partition: string): Promise<MemoryPersistor> {
    return new MemoryPersistor(partition);
  }
}
