/**
 * The local data of one partition as a follower of its log: applies operations in their order, and remembers how far.
 * The position is saved now and then only: after a crash, some operations are applied once more, which changes nothing.
 */
import { decode, encode } from '@weir/model';
import type { Persistor, WriteMark } from '@weir/persistor';
import type { PlacedRow } from '@weir/cluster';
import { WeirError } from '@weir/platform';
import { decodeOperation, type LogOperation } from './log-operation.js';

/** Key of the position in the metadata of the tables. */
export const POSITION_KEY = 'log-position';
/** Number of operations after which the position is saved. */
const UNSAVED_OPERATIONS = 1_000;

type SavedPosition = [position: number, last: number];

/** A write, and the mark of the tables after it. */
interface AppliedWrite {
  readonly sequence: number;
  readonly mark: WriteMark;
}

export class LogTables {
  private unsaved = 0;
  /** Writes of this run that count as recent, in order. */
  private writes: AppliedWrite[] = [];
  /** Rows of an operation that is not complete. */
  private parts: Uint8Array[] = [];

  private constructor(
    readonly tables: Persistor,
    private position: number,
    private last: number,
  ) {}

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
    const [position, last] = saved === undefined ? [0, 0] : (decode(saved) as SavedPosition);
    const follower = new LogTables(tables, position, last);
    if (saved === undefined) await follower.savePosition();
    return follower;
  }

  /** Sequence up to which everything is applied; it may be that of another partition's row. */
  get sequence(): number {
    return this.position;
  }

  /** Sequence of the last operation that was applied, or saved as such. */
  get lastOperation(): number {
    return this.last;
  }

  /** Applies a row of the log that follows `sequence`. */
  async applyRow({ sequence, content, continues }: PlacedRow): Promise<void> {
    if (content === null) {
      // The operation of an earlier owner that was lost between its rows was not acknowledged.
      this.parts = [];
      return;
    }
    this.parts.push(content);
    if (continues) return;
    const operation = decodeOperation(this.parts.length === 1 ? content : Buffer.concat(this.parts));
    this.parts = [];
    await this.apply(operation, sequence);
  }

  /** Applies an operation whose last row has this sequence. Must be repeated if it fails. */
  async apply(operation: LogOperation, sequence: number): Promise<void> {
    await this.perform(operation);
    this.position = this.last = sequence;
    if (operation.kind === 'write') this.writes.push({ sequence, mark: this.tables.markWrites() });
    if (++this.unsaved >= UNSAVED_OPERATIONS || operation.kind === 'forget') await this.savePosition();
  }

  /** Sequence of the last write before a mark of the tables; `undefined` if it was not applied in this run. */
  sequenceBefore(mark: WriteMark): number | undefined {
    return this.writes.findLast(write => write.mark <= mark)?.sequence;
  }

  /** @param sequence up to which nothing is left to apply, if it is later than the last operation. */
  async savePosition(sequence = this.position): Promise<void> {
    if (this.parts.length === 0) this.position = Math.max(this.position, sequence);
    this.unsaved = 0;
    await this.tables.putMetadata(POSITION_KEY, encode([this.position, this.last] satisfies SavedPosition));
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
    const last = this.writes.findLast(write => write.sequence <= upTo);
    if (last === undefined) return;
    await this.tables.forgetRecent(last.mark);
    this.writes = this.writes.filter(write => write.sequence > upTo);
  }
}
