/**
 * Writes groups one after the other, each in three steps:
 *
 * 1. Its rows are written under a new stamp, where they do not count yet.
 * 2. The register advances to the stamp, which makes all of them count, or none.
 * 3. Rows that the group replaces are deleted.
 *
 * The deletions of the third step are stored beside the group in the log, so that the next owner completes them if this
 * one ends before.
 */
import { encode, type NodeId } from '@weir/model';
import { SerialQueue } from '@weir/platform';
import { type NodeSnapshot, type WriteGroup, WriteHolds } from '@weir/persistor';
import type { CassandraLink, Statement } from './cassandra-link.js';
import { inParallel } from './in-parallel.js';
import { type Clear, type PartitionRows, RowKind } from './partition-rows.js';
import { encodeKeys } from './recent-keys.js';
import type { ShardRegister } from './shard-register.js';
import { numberOf } from './column-values.js';

/** Maximum rows and bytes of one request, which is one mutation of one partition. */
const ROWS_PER_REQUEST = 500;
const BYTES_PER_REQUEST = 1 << 20;
const REQUESTS_AT_A_TIME = 32;

const NOTHING: WriteGroup = { journal: [] };

interface Change {
  readonly group: WriteGroup;
  readonly metadata?: { readonly name: string; readonly value: Uint8Array | undefined };
  readonly clears?: readonly Clear[];
}

/** Called before stored rows are replaced or deleted. */
export interface BeforeClearing {
  preserve(clears: readonly Clear[]): Promise<void>;
}

export class GroupWriter {
  readonly holds = new WriteHolds();
  /** Increases whenever rows were deleted. */
  clearings = 0;
  private readonly queue = new SerialQueue();
  /** Groups and folds, which holds delay. */
  private newest: Promise<unknown> = Promise.resolve();
  private readonly underWay = new Set<IdsUnderWay>();
  private unfinished: { readonly stamp: number; readonly clears: readonly Clear[] }[] = [];

  constructor(
    private readonly link: CassandraLink,
    private readonly rows: PartitionRows,
    private readonly register: ShardRegister,
    private readonly before: BeforeClearing,
  ) {}

  write(group: WriteGroup): Promise<void> {
    return this.inTurn({ group });
  }

  fold(snapshots: readonly NodeSnapshot[]): Promise<void> {
    return this.inTurn({
      group: { journal: [], snapshots },
      clears: snapshots.map(({ id, snapshot }) => ['fold', id, snapshot.time] as const),
    });
  }

  /** Not delayed by holds. */
  clear(...clears: Clear[]): Promise<void> {
    return this.queue.run(() => this.perform({ group: NOTHING, clears }));
  }

  putMetadata(name: string, value: Uint8Array | undefined): Promise<void> {
    return this.queue.run(() =>
      this.perform({ group: NOTHING, metadata: { name, value }, clears: [['metadata', name]] }),
    );
  }

  isWriting(id: NodeId): boolean {
    for (const ids of this.underWay) if (ids.has(id)) return true;
    return false;
  }

  /** Resolves when everything accepted so far is written or has failed. */
  async settled(): Promise<void> {
    await this.newest;
    await this.queue.settled();
  }

  /** Runs a task while nothing is written or deleted. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.queue.run(task);
  }

  /** Resolves when no group is being written; later ones wait. @returns a function that releases them. */
  async hold(): Promise<() => void> {
    const release = this.holds.add();
    await this.queue.settled();
    return release;
  }

  /** Completes the deletions of an earlier owner or attempt. */
  async finish(clears: readonly Clear[], stamp: number): Promise<void> {
    this.unfinished.push({ stamp, clears });
    await this.queue.run(() => this.finishClearing());
  }

  /** Deletes the record of recent writes before the stamp. */
  async forgetLog(before: number): Promise<void> {
    await this.queue.run(async () => {
      this.register.check();
      await this.finishClearing();
      await this.link.write([this.rows.forgetLog(before)], before);
    });
  }

  private inTurn(change: Change): Promise<void> {
    const ids = new IdsUnderWay(change.group);
    this.underWay.add(ids);
    const written = this.newest.then(async () => {
      try {
        for (;;) {
          if (!this.holds.areEmpty) await this.holds.passed();
          const isThrough = await this.queue.run(async () => {
            // A hold may have been added while this waited.
            if (!this.holds.areEmpty) return false;
            await this.perform(change);
            return true;
          });
          if (isThrough) return;
        }
      } finally {
        this.underWay.delete(ids);
      }
    });
    this.newest = written.catch(() => undefined);
    return written;
  }

  private async perform(change: Change): Promise<void> {
    this.register.check();
    await this.finishClearing();
    const { group } = change;
    const replaced =
      group.replacesSnapshots === true ? await this.snapshotsBefore(group.snapshots ?? []) : [];
    const clears = [...(change.clears ?? []), ...replaced];
    if (clears.length > 0) await this.before.preserve(clears);
    const stamp = this.register.nextStamp();
    const requests = this.requestsOf(change, clears, stamp);
    await inParallel(requests, REQUESTS_AT_A_TIME, statements => this.link.write(statements, stamp));
    await this.register.commit(stamp);
    if (clears.length === 0) return;
    this.unfinished.push({ stamp, clears });
    await this.finishClearing();
  }

  private async finishClearing(): Promise<void> {
    while (this.unfinished.length > 0) {
      const { stamp, clears } = this.unfinished[0]!;
      this.clearings++;
      await inParallel(clears, REQUESTS_AT_A_TIME, clear =>
        this.link.write([this.rows.clear(clear, stamp)], stamp),
      );
      this.clearings++;
      this.unfinished.shift();
    }
  }

  /** Returns one batch of statements for each partition. */
  private requestsOf({ group, metadata }: Change, clears: readonly Clear[], stamp: number): Statement[][] {
    const { rows } = this;
    const requests = new RequestList();
    const { journal, snapshots = [], results = [] } = group;
    for (const { id, time, bytes } of journal)
      requests.add(rows.bucketOf(id), rows.node(id, time, RowKind.Entry, stamp, bytes));
    for (const { id, snapshot } of snapshots)
      requests.add(rows.bucketOf(id), rows.node(id, snapshot.time, RowKind.Snapshot, stamp, snapshot.bytes));
    for (const { query, sequence, bytes } of results)
      requests.add(`results ${query}`, rows.results(query, sequence, stamp, bytes));
    if (metadata !== undefined) requests.add('metadata', rows.metadata(metadata.name, stamp, metadata.value));
    const lasting = clears.filter(clear => clear[0] !== 'metadata');
    if (journal.length + snapshots.length + lasting.length > 0)
      requests.add(
        'log',
        rows.log(stamp, encodeKeys(group), lasting.length > 0 ? encode(lasting) : undefined),
      );
    return requests.all;
  }

  private async snapshotsBefore(snapshots: readonly NodeSnapshot[]): Promise<Clear[]> {
    const found: Clear[] = [];
    await inParallel(snapshots, REQUESTS_AT_A_TIME, async ({ id, snapshot }) => {
      const { query, params } = this.rows.keysBefore(id, snapshot.time);
      for await (const page of this.link.pages(query, params)) {
        for (const row of page) {
          const stamp = numberOf(row['stamp']);
          if (row['kind'] !== RowKind.Snapshot || !this.register.stamps.counts(stamp)) continue;
          found.push(['snapshot', id, numberOf(row['time']), stamp]);
          return;
        }
      }
    });
    return found;
  }
}

/** Groups statements by partition, in requests of bounded size. */
class RequestList {
  readonly all: Statement[][] = [];
  private readonly open = new Map<number | string, { statements: Statement[]; bytes: number }>();

  add(partition: number | string, statements: readonly Statement[]): void {
    for (const statement of statements) {
      let request = this.open.get(partition);
      if (
        request === undefined ||
        request.statements.length >= ROWS_PER_REQUEST ||
        request.bytes >= BYTES_PER_REQUEST
      ) {
        request = { statements: [], bytes: 0 };
        this.open.set(partition, request);
        this.all.push(request.statements);
      }
      request.statements.push(statement);
      const last = statement.params.at(-1);
      if (last instanceof Uint8Array) request.bytes += last.length;
    }
  }
}

/** The set is created on first use, because most groups are never queried. */
class IdsUnderWay {
  private ids: Set<NodeId> | undefined = undefined;

  constructor(private readonly group: WriteGroup) {}

  has(id: NodeId): boolean {
    this.ids ??= new Set([
      ...this.group.journal.map(entry => entry.id),
      ...(this.group.snapshots ?? []).map(snapshot => snapshot.id),
    ]);
    return this.ids.has(id);
  }
}
