/**
 * The local data of one partition as a follower of its log: applies operations in their order, and remembers how far.
 * The position is saved now and then only: after a crash, some operations are applied once more, which changes nothing.
 */
import { LOG_START, type LogPosition, type PlacedRow, positionAfter } from '@weir/cluster';
import { decode, encode } from '@weir/model';
import type { Persistor, WriteMark } from '@weir/persistor';
import { WeirError } from '@weir/platform';
import { decodeOperation, type LogOperation } from './log-operation.js';

/** Key of the position in the metadata of the tables. */
export const POSITION_KEY = 'log-position';
/** Number of operations after which the position is saved. */
const UNSAVED_OPERATIONS = 1_000;

type SavedPosition = [sequence: number, offset: number, last: number];

/** A write, and the mark of the tables after it. */
interface AppliedWrite {
  readonly position: LogPosition;
  readonly mark: WriteMark;
}

/** Rows that the tables need are not in the log. */
export class MissingRows extends WeirError {
  /** @param to offset of the first row after them. */
  constructor(
    readonly partition: string,
    from: number,
    readonly to: number,
  ) {
    super(
      'store.failed',
      `Rows of the log of ${partition} are missing between the offsets ${from} and ${to}.`,
    );
  }
}

export class LogTables {
  private unsaved = 0;
  /** Writes of this run that count as recent, in order. */
  private writes: AppliedWrite[] = [];
  /** Position after the last write that does not count as recent; `undefined`: writes of earlier runs may be recent. */
  private forgotten: LogPosition | undefined;
  /** Rows of an operation that is not complete. */
  private parts: Uint8Array[] = [];
  /** Offset after the last row that was read. */
  private readTo: number;

  private constructor(
    readonly tables: Persistor,
    private readonly partition: string,
    private at: LogPosition,
    private last: number,
  ) {
    this.readTo = at.offset;
  }

  /**
   * @param partition name in error messages.
   * @throws WeirError `store.incompatible` for data that was not written through a log.
   */
  static async open(tables: Persistor, partition: string): Promise<LogTables> {
    const saved = await tables.getMetadata(POSITION_KEY);
    if (saved === undefined && (await tables.listMetadata()).size > 0)
      throw new WeirError(
        'store.incompatible',
        `The data directory of ${partition} was not written with a log. Choose another directory, or restore a backup into a new graph.`,
      );
    const [sequence, offset, last] =
      saved === undefined ? [LOG_START.sequence, LOG_START.offset, 0] : (decode(saved) as SavedPosition);
    const follower = new LogTables(tables, partition, { sequence, offset }, last);
    if (saved === undefined) await follower.savePosition();
    if (!(await hasRecentWrites(tables))) follower.forgotten = follower.at;
    return follower;
  }

  /** Position up to which everything is applied. */
  get position(): LogPosition {
    return this.at;
  }

  /** Sequence of the last operation that was applied, or saved as such. */
  get lastOperation(): number {
    return this.last;
  }

  /**
   * Position from which the log must be applied to a copy of the tables made now, so that the copy knows the same recent
   * writes. `undefined`: it is not known.
   */
  get copyPosition(): LogPosition | undefined {
    return this.forgotten === undefined || this.writes.length > 0 ? this.forgotten : this.at;
  }

  /**
   * Applies a row of the log that follows `position`.
   * @throws MissingRows.
   */
  async applyRow(row: PlacedRow): Promise<void> {
    const { content, continues } = row;
    if (row.offset !== this.readTo) throw new MissingRows(this.partition, this.readTo, row.offset);
    const position = positionAfter(row);
    this.readTo = position.offset;
    if (content === null) {
      // The operation of an earlier owner that was lost between its rows was not acknowledged.
      this.parts = [];
      return;
    }
    this.parts.push(content);
    if (continues) return;
    const operation = decodeOperation(this.parts.length === 1 ? content : Buffer.concat(this.parts));
    this.parts = [];
    await this.apply(operation, position);
  }

  /** Applies an operation, after which the log has this position. Must be repeated if it fails. */
  async apply(operation: LogOperation, position: LogPosition): Promise<void> {
    await this.perform(operation);
    this.at = position;
    this.last = position.sequence;
    this.readTo = position.offset;
    if (operation.kind === 'write' || operation.kind === 'fold')
      this.writes.push({ position, mark: this.tables.markWrites() });
    if (++this.unsaved >= UNSAVED_OPERATIONS || operation.kind === 'forget') await this.savePosition();
  }

  /** Sequence of the last write before a mark of the tables; `undefined` if it was not applied in this run. */
  sequenceBefore(mark: WriteMark): number | undefined {
    return this.writes.findLast(write => write.mark <= mark)?.position.sequence;
  }

  /** The tables are a complete copy as of a position. */
  async adopt(position: LogPosition): Promise<void> {
    await this.tables.forgetRecent(this.tables.markWrites());
    this.at = this.forgotten = position;
    this.last = position.sequence;
    this.readTo = position.offset;
    await this.savePosition();
  }

  async savePosition(): Promise<void> {
    this.unsaved = 0;
    const { sequence, offset } = this.at;
    await this.tables.putMetadata(
      POSITION_KEY,
      encode([sequence, offset, this.last] satisfies SavedPosition),
    );
  }

  private async perform(operation: LogOperation): Promise<void> {
    const { tables } = this;
    switch (operation.kind) {
      case 'write':
        return tables.write(operation.group);
      case 'fold':
        return tables.foldHistory(operation.snapshots);
      case 'purge':
        return tables.purgeNode(operation.id);
      case 'put-metadata':
        return tables.putMetadata(operation.key, operation.value);
      case 'delete-metadata':
        return tables.deleteMetadata(operation.key);
      case 'delete-results':
        return tables.deleteResults(operation.query, operation.upTo);
      case 'forget':
        return this.forget(operation.upTo);
    }
  }

  private async forget(upTo: number): Promise<void> {
    const last = this.writes.findLast(({ position }) => position.sequence <= upTo);
    if (last === undefined) return;
    await this.tables.forgetRecent(last.mark);
    this.writes = this.writes.filter(({ position }) => position.sequence > upTo);
    this.forgotten = last.position;
  }
}

async function hasRecentWrites(tables: Persistor): Promise<boolean> {
  for await (const writes of tables.recentWrites()) if (writes.length > 0) return true;
  return false;
}
