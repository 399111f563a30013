/**
 * A partition whose writes go to a log first, and from there to its local tables. A write is acknowledged when the log
 * has it and the tables too. The log decides which process is the writer; the tables can be brought up to date from it.
 *
 * If the tables fail, the operation stays at the head of a backlog that the next operation applies first, so the tables
 * never skip an operation of the log.
 */
import type { LogPosition, ShardLog } from '@weir/cluster';
import type { EventTime, NodeId } from '@weir/model';
import { messageOf, type MaybePromise, WeirError } from '@weir/platform';
import {
  BasePersistor,
  type EntryKey,
  ItemKind,
  type NodeSnapshot,
  type Persistor,
  type PersistorSupports,
  type RecentWrite,
  type ResultBounds,
  type ScannedNode,
  type StoreCut,
  type StoredEntry,
  type StoredNode,
  type StoredResults,
  type WriteGroup,
  type WriteHold,
  type WriteMark,
} from '@weir/persistor';
import { encodeOperation, type LogOperation } from './log-operation.js';
import { type LogTables, POSITION_KEY } from './log-tables.js';
import { PendingOperation } from './pending-operation.js';
import type { SnapshotKeeper, SnapshotSource } from './snapshot-keeper.js';
import { takenOver } from './taken-over.js';

export interface LoggedPersistorOptions {
  readonly partition: string;
  readonly log: ShardLog;
  /** Has everything up to the log's position. */
  readonly follower: LogTables;
  /** Creates the keeper of this store's snapshots. */
  keeper(source: SnapshotSource): SnapshotKeeper;
  /** Called when the store is closed. */
  closed?(): void;
}

interface Appended {
  readonly operation: LogOperation;
  readonly position: LogPosition;
}

export class LoggedPersistor extends BasePersistor {
  readonly supports: PersistorSupports;
  private readonly loss: Promise<WeirError>;
  private reportLost!: (reason: WeirError) => void;
  private readonly tables: Persistor;
  /** Operations that are not complete. */
  private readonly pending = new Set<PendingOperation>();
  /** Reject the operations that wait for the log. */
  private readonly waiting = new Set<(reason: WeirError) => void>();
  private readonly holds = new Set<() => void>();
  /** Operations that are in the log and not in the tables. */
  private readonly backlog: Appended[] = [];
  /** Settles when everything in the backlog was tried. */
  private applied: Promise<void> = Promise.resolve();
  /** Settles with the operation accepted last. */
  private newest: Promise<void> = Promise.resolve();

  private readonly log: ShardLog;
  private readonly follower: LogTables;
  private readonly keeper: SnapshotKeeper;

  constructor(private readonly options: LoggedPersistorOptions) {
    super(`logged:${options.partition}`);
    const { log, follower } = options;
    this.log = log;
    this.follower = follower;
    this.tables = follower.tables;
    this.keeper = options.keeper({
      cutPosition: () => follower.copyPosition,
      holdWrites: () => this.holdWrites(),
    });
    this.supports = { ...this.tables.supports, durable: true };
    this.loss = new Promise(resolve => (this.reportLost = resolve));
    void this.tables.lost.then(reason => this.reportLost(reason));
  }

  override get nodeCount(): number | undefined {
    return this.tables.nodeCount;
  }

  override get lost(): Promise<WeirError> {
    return this.loss;
  }

  override get term(): number {
    return this.log.epoch;
  }

  override get trouble(): WeirError | undefined {
    const { trouble } = this.log;
    if (trouble === undefined) return this.tables.trouble;
    return new WeirError('store.failed', `The log of the store ${this.name} fails: ${messageOf(trouble)}`, {
      cause: trouble,
    });
  }

  /** Another process has the log. */
  lose(): void {
    const reason = takenOver(this.name);
    this.reportLost(reason);
    this.giveUp(reason);
  }

  protected doWrite(group: WriteGroup): Promise<void> {
    return this.run({ kind: 'write', group });
  }

  protected async doFoldHistory(snapshots: readonly NodeSnapshot[]): Promise<void> {
    await this.run({ kind: 'fold', snapshots });
  }

  protected async doPurgeNode(id: NodeId): Promise<void> {
    await this.run({ kind: 'purge', id });
  }

  protected async doPutMetadata(key: string, value: Uint8Array): Promise<void> {
    await this.run({ kind: 'put-metadata', key, value });
  }

  protected async doDeleteMetadata(key: string): Promise<void> {
    await this.run({ kind: 'delete-metadata', key });
  }

  protected async doDeleteResults(query: number, upTo: number): Promise<void> {
    await this.run({ kind: 'delete-results', query, upTo });
  }

  protected doMarkWrites(): number {
    return this.tables.markWrites();
  }

  protected async doForgetRecent(before: number): Promise<void> {
    const upTo = this.follower.sequenceBefore(before as WriteMark);
    // The log does not record the forgetting of writes that were applied before this run.
    if (upTo === undefined) await this.tables.forgetRecent(before as WriteMark);
    else await this.run({ kind: 'forget', upTo });
  }

  protected doReadNode(id: NodeId, asOf: EventTime): MaybePromise<StoredNode | undefined> {
    for (const operation of this.pending) {
      if (operation.changes(id)) return this.settled().then(() => this.tables.readNode(id, asOf));
    }
    return this.tables.readNode(id, asOf);
  }

  protected async doReadJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]> {
    await this.settled();
    return this.tables.readJournal(id, after);
  }

  protected override async doReadEntries(wanted: readonly EntryKey[]): Promise<(Uint8Array | undefined)[]> {
    await this.settled();
    return [...(await this.tables.readEntries(wanted))];
  }

  protected async *doNodeIds(): AsyncIterable<readonly NodeId[]> {
    await this.settled();
    yield* this.tables.nodeIds();
  }

  protected override async doSampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    await this.settled();
    return this.tables.sampleNodeIds(count, random);
  }

  protected override async *doScanNodes(
    asOf: EventTime,
    isWanted: (id: NodeId) => boolean,
  ): AsyncIterable<readonly ScannedNode[]> {
    await this.settled();
    yield* this.tables.scanNodes({ asOf, isWanted });
  }

  protected async *doRecentWrites(): AsyncIterable<readonly RecentWrite[]> {
    await this.settled();
    yield* this.tables.recentWrites();
  }

  protected async *doReadResults(
    query: number,
    after: number,
    perRead: number | undefined,
  ): AsyncIterable<readonly StoredResults[]> {
    await this.settled();
    yield* this.tables.readResults(query, after, perRead);
  }

  protected async doResultBounds(query: number): Promise<ResultBounds | undefined> {
    await this.settled();
    return this.tables.resultBounds(query);
  }

  protected doGetMetadata(key: string): Promise<Uint8Array | undefined> {
    return this.tables.getMetadata(key);
  }

  protected async doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    const all = new Map(await this.tables.listMetadata());
    all.delete(POSITION_KEY);
    return all;
  }

  protected async doHoldWrites(): Promise<WriteHold> {
    await this.settled();
    const held = await this.tables.holdWrites();
    const release = (): void => {
      this.holds.delete(release);
      held.release();
    };
    this.holds.add(release);
    return { cut: () => withoutPosition(held.cut()), release };
  }

  protected async doClose(): Promise<void> {
    for (const release of this.holds) release();
    // A snapshot may be waiting for operations that the log does not answer; they are rejected below.
    const keeperEnded = this.keeper.end();
    // A log that does not answer may not do so for a long time; writes in flight were not acknowledged.
    if (this.log.trouble === undefined) await this.settled();
    this.log.end();
    this.giveUp(new WeirError('graph.closed', `The store ${this.name} is closed`));
    await this.applied.catch(() => undefined);
    await keeperEnded;
    try {
      await this.follower.savePosition();
    } finally {
      await this.tables.close();
      this.options.closed?.();
    }
  }

  protected toStoreError(thrown: unknown, what: string): WeirError {
    if (thrown instanceof WeirError) return thrown;
    return new WeirError('store.failed', `The store ${this.name} failed, ${what}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }

  /** Writes an operation to the log and applies it. */
  private run(operation: LogOperation): Promise<void> {
    const pending = new PendingOperation(operation);
    this.pending.add(pending);
    const done = new Promise<void>((resolve, reject) => {
      this.waiting.add(reject);
      this.log
        .append(encodeOperation(operation))
        .then(position => {
          this.backlog.push({ operation, position });
          this.applied = this.applied.catch(() => undefined).then(() => this.applyBacklog());
          return this.applied;
        })
        .then(resolve, reject)
        .finally(() => {
          this.waiting.delete(reject);
          this.pending.delete(pending);
        });
    });
    this.newest = done.catch(() => undefined);
    return done;
  }

  private async applyBacklog(): Promise<void> {
    while (this.backlog.length > 0) {
      const { operation, position } = this.backlog[0]!;
      await this.follower.apply(operation, position);
      this.backlog.shift();
    }
    this.keeper.grown();
  }

  /** Resolves when everything accepted so far is applied or has failed. */
  private async settled(): Promise<void> {
    if (this.pending.size > 0) await this.newest;
  }

  private giveUp(reason: WeirError): void {
    for (const reject of this.waiting) reject(reason);
    this.waiting.clear();
    this.pending.clear();
  }
}

function withoutPosition(cut: StoreCut): StoreCut {
  return {
    async *items() {
      for await (const items of cut.items())
        yield items.filter(item => item[0] !== ItemKind.Metadata || item[1] !== POSITION_KEY);
    },
    close: () => cut.close(),
  };
}
