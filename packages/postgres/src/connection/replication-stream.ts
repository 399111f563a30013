/**
 * The changes of one replication slot over one connection, until an error, preceded by the existing rows if requested.
 * They are read while there is room for them. The server keeps its log, and resends changes, from the position
 * confirmed as durable: `confirm`.
 */
import type { Client } from 'pg';
import type { Scheduler } from '@weir/platform';
import { changeTexts, lsnText, type PgTransaction } from './change-json.js';
import { PgoutputDecoder } from './pgoutput.js';
import type { ReplicationConnection } from './postgres-server.js';
import { prepareSlot, type SlotOptions } from './replication-slot.js';
import type { SnapshotRow, TableSnapshot } from './table-snapshot.js';

export type ReplicatedEntry =
  | SnapshotRow
  /** All existing rows were delivered. */
  | { readonly type: 'rows-end' }
  | {
      readonly type: 'change';
      /** Log position of the transaction's commit. */
      readonly commit: bigint;
      /** Index in its transaction, from 0. */
      readonly sequence: number;
      /** Commit time, since the Unix epoch. */
      readonly millis: number;
      readonly bytes: Uint8Array;
    }
  /** Log position at which the next transaction begins. */
  | { readonly type: 'commit'; readonly end: bigint };

export interface ReplicationOptions extends SlotOptions {
  readonly scheduler: Scheduler;
  /** Everything up to a log position has arrived here. */
  readonly reached: (lsn: bigint) => void;
}

/** Maximum bytes of waiting entries before reading pauses. */
const WAITING_BYTES = 1024 * 1024;
/** Interval of status messages: the server drops a connection that is silent for a minute. */
const STATUS_MILLIS = 10_000;
const XLOG_DATA = 0x77;
const KEEP_ALIVE = 0x6b;

export class ReplicationStream {
  private readonly decoder = new PgoutputDecoder();
  private transaction: PgTransaction | undefined;
  private sequence = 0;
  private isStarted = false;
  private waiting: ReplicatedEntry[] = [];
  private waitingBytes = 0;
  private confirmed: bigint;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;
  private endStatus: () => void = () => undefined;

  private constructor(
    private readonly client: Client,
    private readonly connection: ReplicationConnection,
    private readonly options: ReplicationOptions,
    /** Present until all its rows were delivered; then the changes are requested. */
    private snapshot: TableSnapshot | undefined,
  ) {
    this.confirmed = options.from ?? 0n;
  }

  /** @throws WeirError `ingest.invalid`, `ingest.source-changed`; errors of the server. */
  static async open(options: ReplicationOptions): Promise<ReplicationStream> {
    const { client, connection } = await options.server.connect();
    try {
      const snapshot = await prepareSlot(client, options);
      const stream = new ReplicationStream(client, connection, options, snapshot);
      if (snapshot === undefined) await stream.start();
      return stream;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Whether everything that has arrived was consumed. */
  get isEmpty(): boolean {
    return this.waiting.length === 0 && this.snapshot?.hasRows !== true;
  }

  /** Waits for the next entry. Rejects when the connection is lost. */
  async next(): Promise<ReplicatedEntry> {
    if (this.snapshot !== undefined) {
      const row = await this.snapshot.next();
      if (row !== undefined) return row;
      this.snapshot = undefined;
      return { type: 'rows-end' };
    }
    if (!this.isStarted) await this.start();
    while (this.waiting.length === 0) {
      if (this.failure !== undefined) throw this.failure.error;
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    const entry = this.waiting.shift()!;
    if (entry.type === 'change') this.waitingBytes -= entry.bytes.length;
    if (this.waitingBytes < WAITING_BYTES) this.connection.stream.resume();
    return entry;
  }

  /** Everything before this position is durable, and never needed again. */
  confirm(lsn: bigint): void {
    if (lsn <= this.confirmed) return;
    this.confirmed = lsn;
    this.sendStatus();
  }

  /** Ends a pending `next`. */
  async close(): Promise<void> {
    this.fail(new Error('closed'));
    await this.client.end();
  }

  private async start(): Promise<void> {
    this.isStarted = true;
    const { slot, from = 0n } = this.options;
    const publication = `'${quoted(slot.publication).replaceAll("'", "''")}'`;
    this.connection.on('copyData', ({ chunk }) => {
      try {
        this.arrived(chunk);
      } catch (error) {
        this.fail(error);
      }
    });
    const started = new Promise<void>(resolve => this.connection.once('replicationStart', resolve));
    const streaming = this.client
      .query(
        `START_REPLICATION SLOT ${quoted(slot.slot)} LOGICAL ${lsnText(from)} (proto_version '1', publication_names ${publication})`,
      )
      .then(() => {
        throw new Error('the server ended the replication');
      });
    streaming.catch((error: unknown) => this.fail(error));
    this.client.on('end', () => this.fail(new Error('the connection was closed')));
    await Promise.race([started, streaming]);
    this.scheduleStatus();
  }

  private arrived(chunk: Buffer): void {
    if (this.failure !== undefined) return;
    if (chunk[0] === KEEP_ALIVE) {
      if (this.transaction === undefined) this.options.reached(chunk.readBigUInt64BE(1));
      if (chunk[17] === 1) this.sendStatus();
      return;
    }
    if (chunk[0] !== XLOG_DATA) return;
    const message = this.decoder.decode(chunk.subarray(25));
    if (message === undefined) return;
    if (message.type === 'begin') {
      this.transaction = message;
      this.sequence = 0;
      return;
    }
    if (message.type === 'commit') {
      this.transaction = undefined;
      // The last end of successive transactions without changes covers the others: they do not accumulate while nothing
      // is consumed.
      if (this.waiting.at(-1)?.type === 'commit') this.waiting.pop();
      this.waiting.push(message);
    } else {
      const { transaction } = this;
      if (transaction === undefined) throw new Error('a change outside of a transaction');
      const { commit } = transaction;
      const millis = Number(transaction.micros / 1000n);
      for (const text of changeTexts(message, transaction, this.sequence)) {
        const bytes = Buffer.from(text);
        this.waiting.push({ type: 'change', commit, sequence: this.sequence++, millis, bytes });
        this.waitingBytes += bytes.length;
      }
      if (this.waitingBytes >= WAITING_BYTES) this.connection.stream.pause();
    }
    this.wake();
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.endStatus();
    this.wake();
  }

  private scheduleStatus(): void {
    if (this.failure !== undefined) return;
    this.endStatus = this.options.scheduler.after(STATUS_MILLIS, () => {
      this.sendStatus();
      this.scheduleStatus();
    });
  }

  /** Written, flushed and applied positions are the same here. Zero: nothing new. */
  private sendStatus(): void {
    if (this.failure !== undefined) return;
    const status = Buffer.alloc(34);
    status.write('r');
    for (const at of [1, 9, 17]) status.writeBigUInt64BE(this.confirmed, at);
    this.connection.sendCopyFromChunk(status);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
