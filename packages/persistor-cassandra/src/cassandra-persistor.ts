/**
 * One shard of a graph in Cassandra. Groups are written as described in group-writer.ts; acknowledged writes are stored
 * on as many replicas as the write consistency requires. When another process takes the shard, all later calls fail
 * with `store.taken-over`.
 */
import type { WeirError } from '@weir/platform';
import { decode, type EventTime, type NodeId } from '@weir/model';
import { type MaybePromise } from '@weir/platform';
import {
  BasePersistor,
  type EntryKey,
  type NodeSnapshot,
  type RecentWrite,
  type ResultBounds,
  type ScannedNode,
  type StoredEntry,
  type StoredNode,
  type StoredResults,
  type WriteGroup,
  type WriteHold,
  type WriteMark,
} from '@weir/persistor';
import { CassandraCut } from './cassandra-cut.js';
import type { CassandraLink } from './cassandra-link.js';
import { GroupWriter } from './group-writer.js';
import { KnownIds } from './known-ids.js';
import type { Clear, PartitionRows } from './partition-rows.js';
import { decodeKeys } from './recent-keys.js';
import type { ShardRegister } from './shard-register.js';
import { toStoreError } from './store-error.js';
import { StoredNodes } from './stored-nodes.js';
import { StoredResultRows } from './stored-results.js';
import { WholeRecords } from './whole-records.js';
import { numberOf } from './column-values.js';

export interface PersistorDependencies {
  readonly name: string;
  readonly link: CassandraLink;
  readonly rows: PartitionRows;
  readonly register: ShardRegister;
  readonly filterBytes: number | undefined;
  readonly release: () => Promise<void>;
}

/** Number of candidate ids for each id of a sample. */
const CANDIDATES = 4;
const LOG_ROWS_PER_READ = 20;

export class CassandraPersistor extends BasePersistor {
  readonly supports = { durable: true, history: true, snapshots: true, results: true };
  private readonly link: CassandraLink;
  private readonly rows: PartitionRows;
  private readonly register: ShardRegister;
  private readonly writer: GroupWriter;
  private readonly nodes: StoredNodes;
  private readonly results: StoredResultRows;
  private readonly known: KnownIds;
  private readonly release: () => Promise<void>;
  private readonly cuts = new Set<CassandraCut>();

  private constructor({ name, link, rows, register, filterBytes, release }: PersistorDependencies) {
    super(name);
    this.release = release;
    this.link = link;
    this.rows = rows;
    this.register = register;
    this.writer = new GroupWriter(link, rows, register, { preserve: clears => this.preserve(clears) });
    this.nodes = new StoredNodes(link, rows, register.stamps, this.writer);
    this.results = new StoredResultRows(link, rows, register.stamps);
    this.known = new KnownIds(rows, register.isNew, filterBytes);
  }

  /** Opens a shard and completes the pending deletions of the last owner. */
  static async open(dependencies: PersistorDependencies): Promise<CassandraPersistor> {
    const store = new CassandraPersistor(dependencies);
    for await (const { stamp, clears } of store.logRecords())
      if (clears !== undefined) await store.writer.finish(clears, stamp);
    store.known.read(store.nodes, error => {
      dependencies.link.environment.logger.log(
        'warn',
        'not all stored ids could be read; each new node costs a read',
        {
          store: dependencies.name,
          error: (error as Error).message,
        },
      );
    });
    return store;
  }

  override get nodeCount(): number | undefined {
    return this.known.count;
  }

  override get term(): number {
    return this.register.term;
  }

  override get trouble(): WeirError | undefined {
    const { trouble } = this.register;
    return trouble === undefined ? undefined : this.toStoreError(trouble, 'sending a heartbeat to');
  }

  override get lost(): Promise<WeirError> {
    return this.register.lost;
  }

  protected doWrite(group: WriteGroup): Promise<void> {
    const { journal, snapshots = [] } = group;
    for (let i = 0; i < journal.length; i++) this.known.add(journal[i]!.id);
    for (let i = 0; i < snapshots.length; i++) this.known.add(snapshots[i]!.id);
    return this.writer.write(group);
  }

  protected doReadNode(id: NodeId, asOf: EventTime): MaybePromise<StoredNode | undefined> {
    if (!this.known.mayContain(id)) return undefined;
    return this.owned(() => this.nodes.read(id, asOf));
  }

  protected async doReadJournal(id: NodeId, after: EventTime): Promise<readonly StoredEntry[]> {
    return this.known.mayContain(id) ? this.owned(() => this.nodes.journal(id, after)) : [];
  }

  protected override doReadEntries(wanted: readonly EntryKey[]): Promise<(Uint8Array | undefined)[]> {
    return this.owned(() => this.nodes.entries(wanted));
  }

  protected async *doNodeIds(): AsyncIterable<readonly NodeId[]> {
    this.register.check();
    await this.writer.settled();
    yield* this.nodes.ids();
  }

  protected override async *doScanNodes(
    asOf: EventTime,
    isWanted: (id: NodeId) => boolean,
  ): AsyncIterable<readonly ScannedNode[]> {
    this.register.check();
    yield* this.nodes.scan(asOf, isWanted);
  }

  /** Samples from random buckets, because a node's bucket is independent of its content. */
  protected override async doSampleNodeIds(count: number, random: () => number): Promise<readonly NodeId[]> {
    await this.owned(() => this.writer.settled());
    const buckets = shuffled(
      Array.from({ length: this.rows.buckets }, (_, i) => i),
      random,
    );
    const candidates: NodeId[] = [];
    for await (const ids of this.nodes.ids(buckets)) {
      candidates.push(...ids);
      if (candidates.length >= count * CANDIDATES) break;
    }
    return shuffled(candidates, random).slice(0, count);
  }

  protected doPurgeNode(id: NodeId): Promise<void> {
    return this.writer.settled().then(() => this.writer.clear(['purge', id]));
  }

  protected doFoldHistory(snapshots: readonly NodeSnapshot[]): Promise<void> {
    for (const { id } of snapshots) this.known.add(id);
    return this.writer.fold(snapshots);
  }

  protected doMarkWrites(): number {
    return this.register.stamps.committed + 1;
  }

  protected async *doRecentWrites(): AsyncIterable<readonly RecentWrite[]> {
    await this.owned(() => this.writer.settled());
    for await (const { stamp, bytes } of this.logRecords()) {
      const end = (stamp + 1) as WriteMark;
      yield decodeKeys(bytes).map(key => ({ ...key, end }));
    }
  }

  protected doForgetRecent(before: number): Promise<void> {
    return this.writer.forgetLog(before);
  }

  protected async *doReadResults(
    query: number,
    after: number,
    perRead: number | undefined,
  ): AsyncIterable<readonly StoredResults[]> {
    await this.owned(() => this.writer.settled());
    yield* this.results.read(query, after, perRead);
  }

  protected async doResultBounds(query: number): Promise<ResultBounds | undefined> {
    await this.owned(() => this.writer.settled());
    return this.results.bounds(query);
  }

  protected async doDeleteResults(query: number, upTo: number): Promise<void> {
    await this.writer.settled();
    await this.writer.clear(['results', query, upTo]);
  }

  protected doPutMetadata(key: string, value: Uint8Array): Promise<void> {
    return this.writer.putMetadata(key, value);
  }

  protected async doGetMetadata(key: string): Promise<Uint8Array | undefined> {
    return (await this.readMetadata(key)).get(key);
  }

  protected doDeleteMetadata(key: string): Promise<void> {
    return this.writer.putMetadata(key, undefined);
  }

  protected doListMetadata(): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.readMetadata();
  }

  protected async doHoldWrites(): Promise<WriteHold> {
    const release = await this.writer.hold();
    const metadata = await this.readMetadata();
    const { stamps } = this.register;
    const cut = (): CassandraCut => {
      const made = new CassandraCut(
        this.rows,
        this.nodes,
        this.results,
        metadata,
        stamps.committed,
        stamp => stamps.counts(stamp),
        closed => this.cuts.delete(closed),
      );
      this.cuts.add(made);
      return made;
    };
    return { cut, release };
  }

  protected async doClose(): Promise<void> {
    this.writer.holds.releaseAll();
    try {
      await this.writer.settled();
      await this.known.stop();
      await this.register.close();
    } finally {
      await this.release();
    }
  }

  protected toStoreError(thrown: unknown, what: string): WeirError {
    return toStoreError(thrown, what, this.name);
  }

  /** Fails a read if the shard was lost. */
  private async owned<T>(read: () => Promise<T>): Promise<T> {
    this.register.check();
    const answer = await read();
    this.register.check();
    return answer;
  }

  private async preserve(clears: readonly Clear[]): Promise<void> {
    for (const cut of this.cuts) await cut.preserve(clears);
  }

  private async readMetadata(name?: string): Promise<Map<string, Uint8Array>> {
    this.register.check();
    const { stamps } = this.register;
    const found = new Map<string, Uint8Array>();
    const records = new WholeRecords(
      stamp => stamps.counts(stamp),
      row => String(row['name']),
      ({ row, bytes }) => {
        if (bytes !== undefined) found.set(String(row['name']), bytes);
      },
    );
    const { query, params } = this.rows.metadataRows(name);
    for await (const page of this.link.pages(query, params)) for (const row of page) records.take(row);
    records.end();
    return found;
  }

  private async *logRecords(): AsyncGenerator<{ stamp: number; bytes: Buffer; clears: Clear[] | undefined }> {
    const { stamps } = this.register;
    let found: { stamp: number; bytes: Buffer; clears: Clear[] | undefined }[] = [];
    const records = new WholeRecords(
      stamp => stamps.counts(stamp),
      row => String(numberOf(row['stamp'])),
      ({ row, bytes = Buffer.alloc(0) }) => {
        const clears = row['clears'] as Buffer | null;
        found.push({
          stamp: numberOf(row['stamp']),
          bytes,
          clears: clears === null ? undefined : (decode(clears) as Clear[]),
        });
      },
    );
    const { query, params } = this.rows.logRows();
    for await (const page of this.link.pages(query, params, LOG_ROWS_PER_READ)) {
      for (const row of page) records.take(row);
      yield* found;
      found = [];
    }
    records.end();
    yield* found;
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
