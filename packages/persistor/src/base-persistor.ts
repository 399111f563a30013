/**
 * The public half of every store: validates and normalizes arguments, then calls a hook that does the work. To add a
 * store, implement these hooks in a subclass that passes the conformance suite (conformance.ts).
 */
import { type EventTime, type NodeId } from '@weir/model';
import { isPromise, WeirError, type MaybePromise } from '@weir/platform';
import type {
  EntryKey,
  NodeSnapshot,
  Persistor,
  PersistorSupports,
  RecentWrite,
  ResultBounds,
  ScannedNode,
  ScanOptions,
  StoredEntry,
  StoredNode,
  StoredResults,
  WriteGroup,
  WriteMark,
} from './persistor.js';
import type { StoreCut, WriteHold } from './store-cut.js';

/** Later than any event. */
export const END_OF_TIME: EventTime = Number.MAX_SAFE_INTEGER;

const NOTHING_TO_DO = Promise.resolve();

export abstract class BasePersistor implements Persistor {
  abstract readonly supports: PersistorSupports;
  private closing: Promise<void> | undefined;
  /** A separate promise for each store, because a promise retains everything that waits for it. */
  private readonly never = new Promise<never>(() => undefined);

  /** @param name name of this store in error messages. */
  protected constructor(protected readonly name: string) {}

  get nodeCount(): number | undefined {
    return undefined;
  }

  get term(): number | undefined {
    return undefined;
  }

  get trouble(): WeirError | undefined {
    return undefined;
  }

  get lost(): Promise<WeirError> {
    return this.never;
  }

  // Hooks. Never called after `doClose`.

  /** The group is not empty and its times are valid. The caller does not change it afterwards. */
  protected abstract doWrite(group: WriteGroup): Promise<void>;
  protected abstract doReadNode(id: NodeId, asOf: EventTime): MaybePromise<StoredNode | undefined>;

  protected abstract doReadJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]>;

  /** Override in a store that reads many entries faster than one by one. */
  protected doReadEntries(wanted: readonly EntryKey[]): Promise<(Uint8Array | undefined)[]> {
    return Promise.all(
      wanted.map(async ({ id, time }) => {
        const later = await this.doReadJournal(id, Math.max(0, time - 1));
        return later.find(each => each.time === time)?.bytes;
      }),
    );
  }

  protected abstract doNodeIds(): AsyncIterable<readonly NodeId[]>;

  /** Override in a store that reads many nodes in its own order faster than one by one. */
  protected async *doScanNodes(
    asOf: EventTime,
    isWanted: (id: NodeId) => boolean,
  ): AsyncIterable<readonly ScannedNode[]> {
    for await (const ids of this.doNodeIds()) {
      const nodes: ScannedNode[] = [];
      for (let i = 0; i < ids.length; i++) {
        const stored = isWanted(ids[i]!) ? this.doReadNode(ids[i]!, asOf) : undefined;
        nodes.push({ id: ids[i]!, stored: isPromise(stored) ? await stored : stored });
      }
      yield nodes;
    }
  }

  /** Override in a store that need not visit all ids. */
  protected async doSampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    const chosen: NodeId[] = [];
    let seen = 0;
    for await (const ids of this.doNodeIds()) {
      for (let i = 0; i < ids.length; i++) {
        const place = seen++ < count ? chosen.length : Math.floor(random() * seen);
        if (place < count) chosen[place] = ids[i]!;
      }
    }
    return chosen;
  }

  protected abstract doPurgeNode(id: NodeId): Promise<void>;
  /** The list is not empty and its times are valid. */
  protected abstract doFoldHistory(snapshots: readonly NodeSnapshot[]): Promise<void>;
  protected abstract doMarkWrites(): number;
  protected abstract doRecentWrites(): AsyncIterable<readonly RecentWrite[]>;
  protected abstract doForgetRecent(before: number): Promise<void>;
  protected abstract doReadResults(
    query: number,
    after: number,
    perRead: number | undefined,
  ): AsyncIterable<readonly StoredResults[]>;
  protected abstract doResultBounds(query: number): Promise<ResultBounds | undefined>;
  protected abstract doDeleteResults(query: number, upTo: number): Promise<void>;
  protected abstract doPutMetadata(key: string, value: Uint8Array): Promise<void>;
  protected abstract doGetMetadata(key: string): Promise<Uint8Array | undefined>;
  protected abstract doDeleteMetadata(key: string): Promise<void>;
  protected abstract doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>>;
  protected abstract doHoldWrites(): Promise<WriteHold>;
  /** Waits for pending operations and releases all resources. */
  protected abstract doClose(): Promise<void>;
  /** Converts an error thrown by a hook to a `WeirError`. */
  protected abstract toStoreError(thrown: unknown, what: string): WeirError;

  write(group: WriteGroup): Promise<void> {
    const problem = this.closedError() ?? invalidGroup(group);
    if (problem) return Promise.reject(problem);
    if (group.journal.length === 0 && !group.snapshots?.length && !group.results?.length)
      return NOTHING_TO_DO;
    return this.guard(this.doWrite(group), 'writing');
  }

  readNode(id: NodeId, asOf: EventTime = END_OF_TIME): MaybePromise<StoredNode | undefined> {
    const problem = this.closedError();
    if (problem) return Promise.reject(problem);
    const answer = this.doReadNode(id, asOf);
    return isPromise(answer) ? this.guard(answer, 'reading') : answer;
  }

  async readJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]> {
    this.assertOpen();
    return this.guard(this.doReadJournal(id, after), 'reading');
  }

  async readEntries(wanted: readonly EntryKey[]): Promise<readonly (Uint8Array | undefined)[]> {
    this.assertOpen();
    return wanted.length > 0 ? this.guard(this.doReadEntries(wanted), 'reading') : [];
  }

  nodeIds(): AsyncIterable<readonly NodeId[]> {
    return this.guardBatches(() => this.doNodeIds(), 'scanning');
  }

  async sampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    this.assertOpen();
    return count > 0 ? this.guard(this.doSampleNodeIds(count, random), 'scanning') : [];
  }

  scanNodes({ asOf = END_OF_TIME, isWanted = always }: ScanOptions = {}): AsyncIterable<
    readonly ScannedNode[]
  > {
    return this.guardBatches(() => this.doScanNodes(asOf, isWanted), 'scanning');
  }

  async purgeNode(id: NodeId): Promise<void> {
    this.assertOpen();
    await this.guard(this.doPurgeNode(id), 'purging');
  }

  async foldHistory(snapshots: readonly NodeSnapshot[]): Promise<void> {
    this.assertOpen();
    const problem = invalidSnapshots(snapshots) ?? repeatedNode(snapshots);
    if (problem) throw problem;
    if (snapshots.length > 0) await this.guard(this.doFoldHistory(snapshots), 'folding');
  }

  markWrites(): WriteMark {
    this.assertOpen();
    return this.doMarkWrites() as WriteMark;
  }

  recentWrites(): AsyncIterable<readonly RecentWrite[]> {
    return this.guardBatches(() => this.doRecentWrites(), 'scanning');
  }

  async forgetRecent(before: WriteMark): Promise<void> {
    this.assertOpen();
    await this.guard(this.doForgetRecent(before), 'writing');
  }

  readResults(query: number, after = -1, perRead?: number): AsyncIterable<readonly StoredResults[]> {
    return this.guardBatches(() => this.doReadResults(query, after, perRead), 'reading');
  }

  async resultBounds(query: number): Promise<ResultBounds | undefined> {
    this.assertOpen();
    return this.guard(this.doResultBounds(query), 'reading');
  }

  async deleteResults(query: number, upTo = Number.MAX_SAFE_INTEGER): Promise<void> {
    this.assertOpen();
    await this.guard(this.doDeleteResults(query, upTo), 'writing');
  }

  async putMetadata(key: string, value: Uint8Array): Promise<void> {
    this.assertOpen();
    await this.guard(this.doPutMetadata(key, value), 'writing');
  }

  async getMetadata(key: string): Promise<Uint8Array | undefined> {
    this.assertOpen();
    return this.guard(this.doGetMetadata(key), 'reading');
  }

  async deleteMetadata(key: string): Promise<void> {
    this.assertOpen();
    await this.guard(this.doDeleteMetadata(key), 'writing');
  }

  async listMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    this.assertOpen();
    return this.guard(this.doListMetadata(), 'reading');
  }

  async holdWrites(): Promise<WriteHold> {
    this.assertOpen();
    const hold = await this.guard(this.doHoldWrites(), 'writing');
    return { cut: () => this.guardCut(hold.cut()), release: hold.release };
  }

  close(): Promise<void> {
    this.closing ??= this.guard(this.doClose(), 'closing');
    return this.closing;
  }

  private async *guardBatches<T>(
    start: () => AsyncIterable<readonly T[]>,
    what: string,
  ): AsyncGenerator<readonly T[]> {
    this.assertOpen();
    try {
      for await (const batch of start()) if (batch.length > 0) yield batch;
    } catch (thrown) {
      throw this.closedError() ?? this.toStoreError(thrown, what);
    }
  }

  private guardCut(cut: StoreCut): StoreCut {
    return { items: () => this.guardBatches(() => cut.items(), 'reading'), close: () => cut.close() };
  }

  private guard<T>(work: Promise<T>, what: string): Promise<T> {
    return work.catch((thrown: unknown) => {
      throw this.toStoreError(thrown, what);
    });
  }

  private assertOpen(): void {
    const problem = this.closedError();
    if (problem) throw problem;
  }

  private closedError(): WeirError | undefined {
    return this.closing && new WeirError('graph.closed', `The store ${this.name} is closed`);
  }
}

function always(): boolean {
  return true;
}

function invalidGroup({ journal, snapshots, replacesSnapshots, results }: WriteGroup): WeirError | undefined {
  for (let i = 0; i < journal.length; i++) {
    if (!isTime(journal[i]!.time)) return timeError(journal[i]!.time);
  }
  let problem = snapshots && invalidSnapshots(snapshots);
  if (snapshots && replacesSnapshots) problem ??= repeatedNode(snapshots);
  if (problem !== undefined || results === undefined) return problem;
  for (let i = 0; i < results.length; i++) {
    const { query, sequence } = results[i]!;
    if (query >>> 0 !== query || !isTime(sequence)) {
      return new WeirError('internal', `Not a position for results: query ${query}, sequence ${sequence}`);
    }
  }
  return undefined;
}

function invalidSnapshots(snapshots: readonly NodeSnapshot[]): WeirError | undefined {
  for (let i = 0; i < snapshots.length; i++) {
    if (!isTime(snapshots[i]!.snapshot.time)) return timeError(snapshots[i]!.snapshot.time);
  }
  return undefined;
}

function repeatedNode(snapshots: readonly NodeSnapshot[]): WeirError | undefined {
  if (new Set(snapshots.map(one => one.id)).size === snapshots.length) return undefined;
  return new WeirError(
    'internal',
    'Two snapshots of one node in a group in which each snapshot replaces earlier data',
  );
}

function isTime(time: EventTime): boolean {
  return Number.isSafeInteger(time) && time >= 0;
}

function timeError(time: EventTime): WeirError {
  return new WeirError('internal', `Not an event time: ${time}`);
}
