/** Reads the stored content of nodes. */
import type { EventTime, NodeId } from '@weir/model';
import type { EntryKey, ScannedNode, Snapshot, StoredEntry, StoredNode } from '@weir/persistor';
import type { CassandraLink, Row } from './cassandra-link.js';
import type { GroupWriter } from './group-writer.js';
import { inParallel } from './in-parallel.js';
import { idOf, type PartitionRows, RowKind } from './partition-rows.js';
import type { Stamps } from './stamps.js';
import { WholeRecords } from './whole-records.js';
import { numberOf } from './column-values.js';

export interface NodeRecord {
  readonly id: NodeId;
  readonly time: EventTime;
  readonly kind: RowKind;
  readonly bytes: Buffer;
}

/** Most nodes have fewer rows in total. */
const ROWS_PER_READ = 32;
const IDS_PER_BATCH = 256;
const ROWS_PER_SCAN = 400;
const READS_AT_A_TIME = 64;
/** A batch with a smaller share of wanted nodes is read node by node. */
const SPARSE = 1 / 8;
/** Attempts to read a node during deletions before the deletions have to wait. */
const HASTY_TRIES = 3;

/** A read that waits for its turn among the writes. */
interface PatientRead {
  /** Reads, and passes the result to the waiting callers. */
  read(): Promise<void>;
  reject(error: unknown): void;
}

export class StoredNodes {
  private patient: PatientRead[] = [];

  constructor(
    private readonly link: CassandraLink,
    private readonly rows: PartitionRows,
    private readonly stamps: Stamps,
    private readonly writer: GroupWriter,
  ) {}

  async read(id: NodeId, asOf: EventTime): Promise<StoredNode | undefined> {
    if (this.writer.isWriting(id)) await this.writer.settled();
    for (let tries = 0; tries < HASTY_TRIES; tries++) {
      const { clearings } = this.writer;
      const stored = await this.readBack(id, asOf);
      if (clearings === this.writer.clearings) return stored;
    }
    return this.readAlone(id, asOf);
  }

  /** Reads while nothing is deleted, together with all reads added until its turn. */
  private readAlone(id: NodeId, asOf: EventTime): Promise<StoredNode | undefined> {
    return new Promise((resolve, reject) => {
      this.patient.push({ read: async () => resolve(await this.readBack(id, asOf)), reject });
      if (this.patient.length > 1) return;
      void this.writer.alone(async () => {
        const reads = this.patient;
        this.patient = [];
        await inParallel(reads, READS_AT_A_TIME, each => each.read().catch(each.reject));
      });
    });
  }

  private async readBack(id: NodeId, asOf: EventTime): Promise<StoredNode | undefined> {
    const journal: StoredEntry[] = [];
    let snapshot: Snapshot | undefined;
    const records = nodeRecords(this.stamps, ({ kind, time, bytes }) => {
      if (snapshot !== undefined) return;
      if (kind === RowKind.Snapshot) snapshot = { time, bytes };
      else journal.push({ time, bytes });
    });
    const { query, params } = this.rows.nodeBack(id, asOf);
    for await (const page of this.link.pages(query, params, ROWS_PER_READ)) {
      for (const row of page) records.take(row);
      if (snapshot !== undefined) break;
    }
    records.end();
    if (snapshot === undefined && journal.length === 0 && !(await this.isThere(id))) return undefined;
    journal.reverse();
    return { snapshot, journal };
  }

  /** Whether any row of the node counts, at any time. */
  private async isThere(id: NodeId): Promise<boolean> {
    const { query, params } = this.rows.stampsOf(id);
    for await (const page of this.link.pages(query, params)) {
      if (page.some(row => this.stamps.counts(numberOf(row['stamp'])))) return true;
    }
    return false;
  }

  async journal(id: NodeId, after: EventTime): Promise<StoredEntry[]> {
    if (this.writer.isWriting(id)) await this.writer.settled();
    const entries: StoredEntry[] = [];
    const records = nodeRecords(this.stamps, ({ kind, time, bytes }) => {
      if (kind === RowKind.Entry) entries.push({ time, bytes });
    });
    const { query, params } = this.rows.nodeAfter(id, after);
    for await (const page of this.link.pages(query, params)) for (const row of page) records.take(row);
    records.end();
    return entries;
  }

  async entries(wanted: readonly EntryKey[]): Promise<(Uint8Array | undefined)[]> {
    await this.writer.settled();
    const found = Array.from<Uint8Array | undefined>({ length: wanted.length });
    await inParallel(wanted, READS_AT_A_TIME, async ({ id, time }, i) => {
      const records = nodeRecords(this.stamps, ({ bytes }) => (found[i] = bytes));
      const { query, params } = this.rows.entry(id, time);
      for await (const page of this.link.pages(query, params)) for (const row of page) records.take(row);
      records.end();
    });
    return found;
  }

  /** @param buckets default: all. */
  async *ids(buckets: Iterable<number> = Array(this.rows.buckets).keys()): AsyncGenerator<NodeId[]> {
    for (const bucket of buckets) yield* this.idsOf(bucket, this.stamps);
  }

  /** Yields ids of one bucket, in the order of their bytes. */
  async *idsOf(bucket: number, stamps: Pick<Stamps, 'counts'>): AsyncGenerator<NodeId[]> {
    const { query, params } = this.rows.ids(bucket);
    let last: NodeId | undefined;
    for await (const page of this.link.pages(query, params, IDS_PER_BATCH)) {
      const ids: NodeId[] = [];
      for (const row of page) {
        const id = idOf(row['id']);
        // The last id of a page occurs again if it was written between the pages.
        if (id === last) continue;
        last = id;
        if (stamps.counts(numberOf(row['oldest'])) || (await this.isThere(id))) ids.push(id);
      }
      if (ids.length > 0) yield ids;
    }
  }

  async *scan(asOf: EventTime, isWanted: (id: NodeId) => boolean): AsyncGenerator<ScannedNode[]> {
    await this.writer.settled();
    for await (const ids of this.ids()) {
      const wanted = ids.filter(isWanted);
      const stored =
        wanted.length < ids.length * SPARSE
          ? await this.readFew(wanted, asOf)
          : await this.readRow(wanted, asOf);
      yield ids.map(id => ({ id, stored: stored.get(id) }));
    }
  }

  private async readFew(ids: readonly NodeId[], asOf: EventTime): Promise<Map<NodeId, StoredNode>> {
    const found = new Map<NodeId, StoredNode>();
    await inParallel(ids, READS_AT_A_TIME, async id => {
      const stored = await this.read(id, asOf);
      if (stored !== undefined) found.set(id, stored);
    });
    return found;
  }

  /** Reads ids of one bucket that are close to each other. */
  private async readRow(ids: readonly NodeId[], asOf: EventTime): Promise<Map<NodeId, StoredNode>> {
    interface Gathered {
      snapshot: Snapshot | undefined;
      journal: StoredEntry[];
    }
    const found = new Map<NodeId, Gathered>();
    const wanted = new Set(ids);
    const records = this.between(ids[0]!, ids.at(-1)!, this.stamps, ({ id, time, kind, bytes }) => {
      if (!wanted.has(id)) return;
      let node = found.get(id);
      if (node === undefined) found.set(id, (node = { snapshot: undefined, journal: [] }));
      if (time > asOf) return;
      if (kind === RowKind.Entry) node.journal.push({ time, bytes });
      else {
        node.snapshot = { time, bytes };
        node.journal = [];
      }
    });
    for await (const _ of records);
    return found;
  }

  /** Yields everything stored of nodes in one bucket, in order, page by page. */
  async *between(
    first: NodeId,
    last: NodeId,
    stamps: Pick<Stamps, 'counts'>,
    take: (record: NodeRecord) => void,
  ): AsyncGenerator<void> {
    const records = nodeRecords(stamps, take);
    const { query, params } = this.rows.nodesBetween(this.rows.bucketOf(first), first, last);
    for await (const page of this.link.pages(query, params, ROWS_PER_SCAN)) {
      for (const row of page) records.take(row);
      yield;
    }
    records.end();
    yield;
  }
}

function nodeRecords(stamps: Pick<Stamps, 'counts'>, take: (record: NodeRecord) => void): WholeRecords {
  return new WholeRecords(
    stamp => stamps.counts(stamp),
    keyOf,
    ({ row, bytes }) => {
      if (bytes === undefined) return;
      take({ id: idOf(row['id']), time: numberOf(row['time']), kind: row['kind'] as RowKind, bytes });
    },
  );
}

function keyOf(row: Row): string {
  return `${numberOf(row['time'])} ${numberOf(row['kind'])} ${idOf(row['id'])}`;
}
