/**
 * Changes of PostgreSQL tables by logical replication: one record per change, in commit order, preceded by the existing
 * rows if requested.
 *
 * - The position is the last of those rows; after them, the last completed transaction and the number of changes read
 *   of the next one.
 * - The server is asked to discard only durable changes. Changes that it resends after an error are skipped as far as
 *   they were read.
 * - The source fails if the slot has lost changes.
 */
import { isPostgresRefusal, postgresReason, type PostgresServer } from '../connection/postgres-server.js';
import { ReplicationStream } from '../connection/replication-stream.js';
import type { SnapshotPosition } from '../connection/table-snapshot.js';
import type { PostgresSlot } from '../definition/postgres-source.js';
import type { Clock, Logger, Scheduler } from '@weir/platform';
import {
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { ReconnectingSource } from '@weir/plugins/reconnecting';

export interface PostgresSourceOptions {
  readonly server: PostgresServer;
  readonly slot: PostgresSlot;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Log positions are hexadecimal. */
interface Cursor {
  /** End of the last transaction that was read completely; absent: none was. */
  readonly done?: string;
  /** The transaction in progress: position of its commit, and number of its changes that were read. */
  readonly commit?: string;
  readonly count?: number;
  /** Position in the rows that are read before all changes; absent if none are requested, or none were read. */
  readonly rows?: SnapshotPosition | 'all';
}

/** Approximate size of a chunk; at most one record more. */
const CHUNK_BYTES = 1024 * 1024;

export class PostgresSource extends ReconnectingSource<ReplicationStream> {
  readonly supports: SourceSupports = { finite: false, resume: 'exact', acknowledge: true };
  private done: bigint | undefined;
  private rows: SnapshotPosition | 'all' | undefined;
  private begun: { readonly commit: bigint; readonly count: number } | undefined;
  private cutCount = 0;
  private durableCount = 0;
  private lastMillis: number | undefined;
  /** Whether the slot existed: if it is missing later, changes are lost. */
  private hasSlot = false;

  constructor(private readonly options: PostgresSourceOptions) {
    const { server, scheduler, logger } = options;
    super({
      sender: `PostgreSQL at ${server.name}`,
      reasonOf: postgresReason,
      isRefusal: isPostgresRefusal,
      scheduler,
      logger,
    });
  }

  protected begin(from: ResumePoint | undefined): void {
    this.cutCount = this.durableCount = from?.position ?? 0;
    if (typeof from?.cursor === 'string') {
      const { done, commit, count = 0, rows } = JSON.parse(from.cursor) as Cursor;
      this.rows = rows;
      if (done !== undefined) this.done = BigInt(`0x${done}`);
      this.hasSlot = done !== undefined || commit !== undefined || rows !== undefined;
      if (commit !== undefined) this.begun = { commit: BigInt(`0x${commit}`), count };
    }
  }

  protected cursor(): string | null {
    const { done, begun, rows } = this;
    return JSON.stringify({
      ...(rows === undefined ? {} : { rows }),
      ...(done === undefined ? {} : { done: done.toString(16) }),
      ...(begun === undefined ? {} : { commit: begun.commit.toString(16), count: begun.count }),
    } satisfies Cursor);
  }

  protected override acknowledgeTo(point: ResumePoint): Promise<void> {
    this.durableCount = point.position;
    const { done } = JSON.parse(point.cursor!) as Cursor;
    if (done !== undefined) this.session?.confirm(BigInt(`0x${done}`));
    this.confirmIfAllIsDurable();
    return Promise.resolve();
  }

  /** Returns the entries that have arrived, or the next one, without those already read. */
  protected async read(stream: ReplicationStream, maximum: number): Promise<CutRecords | 'skipped'> {
    const cut: Uint8Array[] = [];
    let bytes = 0;
    do {
      const entry = await stream.next();
      if (entry.type === 'rows-end') {
        this.rows = 'all';
        continue;
      }
      if (entry.type === 'row') {
        this.rows = entry.position;
        this.lastMillis = entry.millis;
        cut.push(entry.bytes);
        this.cutCount++;
        bytes += entry.bytes.length;
        continue;
      }
      if (entry.type === 'commit') {
        if (this.done === undefined || entry.end > this.done) this.done = entry.end;
        if (this.begun !== undefined && entry.end > this.begun.commit) this.begun = undefined;
        this.confirmIfAllIsDurable();
        continue;
      }
      const { commit, sequence } = entry;
      if (this.done !== undefined && commit < this.done) continue;
      if (this.begun?.commit === commit && sequence < this.begun.count) continue;
      this.begun = { commit, count: sequence + 1 };
      this.lastMillis = entry.millis;
      cut.push(entry.bytes);
      // Incremented immediately: a following commit checks whether everything is durable.
      this.cutCount++;
      bytes += entry.bytes.length;
    } while (cut.length < maximum && bytes < CHUNK_BYTES && !stream.isEmpty);
    return cut.length === 0 ? 'skipped' : packBytes(cut);
  }

  protected connect(): Promise<ReplicationStream> {
    const { server, slot, scheduler } = this.options;
    return ReplicationStream.open({
      server,
      slot,
      // If no transaction was completed, the slot knows the start; but the slot must exist.
      from: this.done ?? (this.hasSlot ? 0n : undefined),
      rows: slot.snapshot && this.rows !== 'all' ? { after: this.rows } : undefined,
      scheduler,
      reached: lsn => {
        if (this.session?.isEmpty === true && this.isAllDurable()) this.session.confirm(lsn);
      },
    });
  }

  protected override connected(): void {
    this.hasSlot = true;
  }

  protected disconnect(stream: ReplicationStream): Promise<void> {
    return stream.close();
  }

  protected override measured(): SourceStatus {
    const { lastMillis, session } = this;
    const isBehind = session?.isEmpty === false && lastMillis !== undefined;
    return isBehind ? { behindMillis: Math.max(0, this.options.clock.now() - lastMillis) } : {};
  }

  /** Confirms a transaction without relevant changes, or whose changes were all durable before its end arrived. */
  private confirmIfAllIsDurable(): void {
    if (this.done !== undefined && this.isAllDurable()) this.session?.confirm(this.done);
  }

  private isAllDurable(): boolean {
    return this.begun === undefined && this.cutCount === this.durableCount;
  }
}
