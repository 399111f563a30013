/** A store that lives as long as the process. */
import { WeirError, type EventTime, type NodeId } from '@weir/model';
import { BasePersistor } from '../base-persistor.js';
import type {
  NodeSnapshot,
  PersistorFactory,
  ResultBounds,
  Snapshot,
  StoredNode,
  StoredResults,
  WriteGroup,
} from '../persistor.js';
import { ResultLog } from './result-log.js';
import { foldedInto, StoredRecord, withoutSnapshotBefore, withRecord } from './stored-record.js';

const DONE = Promise.resolve();
const IDS_PER_BATCH = 1000;

export class MemoryPersistor extends BasePersistor {
  readonly supports = { durable: false, history: true, snapshots: true, results: true };
  private readonly nodes = new Map<NodeId, StoredRecord>();
  private readonly results = new Map<number, ResultLog>();
  private readonly metadata = new Map<string, Uint8Array>();

  constructor(partition: string) {
    super(`memory:${partition}`);
  }

  protected doWrite({ journal, snapshots = [], replacesSnapshots, results = [] }: WriteGroup): Promise<void> {
    for (let i = 0; i < journal.length; i++) {
      const { id, time, bytes } = journal[i]!;
      this.put(id, false, time, bytes);
    }
    for (let i = 0; i < snapshots.length; i++) {
      const { id, snapshot } = snapshots[i]!;
      const chain = this.nodes.get(id);
      if (replacesSnapshots && chain !== undefined)
        this.keep(id, withoutSnapshotBefore(chain, snapshot.time));
      this.put(id, true, snapshot.time, snapshot.bytes);
    }
    for (let i = 0; i < results.length; i++) this.putResults(results[i]!);
    return DONE;
  }

  protected doReadNode(id: NodeId, asOf: EventTime): StoredNode | undefined {
    const newest = this.nodes.get(id);
    if (newest === undefined) return undefined;
    let snapshot: Snapshot | undefined;
    const journal: { time: EventTime; bytes: Uint8Array }[] = [];
    for (let record: StoredRecord | undefined = newest; record && !snapshot; record = record.earlier) {
      if (record.time > asOf) continue;
      if (record.isSnapshot) snapshot = { time: record.time, bytes: record.bytes };
      else journal.push({ time: record.time, bytes: record.bytes });
    }
    return { snapshot, journal: journal.reverse() };
  }

  protected async *doNodeIds(): AsyncIterable<readonly NodeId[]> {
    const ids = [...this.nodes.keys()];
    for (let i = 0; i < ids.length; i += IDS_PER_BATCH) yield ids.slice(i, i + IDS_PER_BATCH);
  }

  protected async doPurgeNode(id: NodeId): Promise<void> {
    this.nodes.delete(id);
  }

  protected async doFoldHistory(snapshots: readonly NodeSnapshot[]): Promise<void> {
    for (const { id, snapshot } of snapshots) {
      const record = StoredRecord.of(true, snapshot.time, snapshot.bytes, undefined);
      this.nodes.set(id, foldedInto(record, this.nodes.get(id)));
    }
  }

  protected doMarkWrites(): number {
    return 0;
  }

  protected async *doRecentNodeIds(): AsyncIterable<readonly NodeId[]> {
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

  protected async doClose(): Promise<void> {
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

  private keep(id: NodeId, chain: StoredRecord | undefined): void {
    if (chain === undefined) this.nodes.delete(id);
    else this.nodes.set(id, chain);
  }

  private put(id: NodeId, isSnapshot: boolean, time: EventTime, bytes: Uint8Array): void {
    const chain = this.nodes.get(id);
    const isNewest = chain === undefined || chain.time < time;
    const record = StoredRecord.of(isSnapshot, time, bytes, isNewest ? chain : undefined);
    this.nodes.set(id, isNewest ? record : withRecord(chain, record));
  }
}

/** Every `open` begins empty. */
export class MemoryPersistorFactory implements PersistorFactory {
  readonly name = 'memory';

  async open(partition: string): Promise<MemoryPersistor> {
    return new MemoryPersistor(partition);
  }
}
