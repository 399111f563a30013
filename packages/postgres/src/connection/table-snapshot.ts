/**
 * The existing rows of a publication's tables, table by table in the order of their names, each in the order of its
 * primary key, all from one database snapshot.
 *
 * A reader can resume after a known row later, with rows of another snapshot. If all changes since the first snapshot
 * follow, every row ends in the state of its last change, and an unchanged row is equal in all snapshots. A table
 * without a primary key is read from its beginning again.
 */
import type { Client } from 'pg';
import { snapshotText } from './change-json.js';
import type { PgTuple } from './pgoutput.js';
import { type PublishedTable, publishedTables } from './published-tables.js';

/** Position after a row. */
export interface SnapshotPosition {
  readonly schema: string;
  readonly table: string;
  /** Number of rows of the snapshot so far. */
  readonly count: number;
  /** Primary key of the row; absent if the table has none. */
  readonly key?: readonly string[];
  /** Whether it is the last row of its table. */
  readonly isLast?: boolean;
}

export interface SnapshotRow {
  readonly type: 'row';
  readonly position: SnapshotPosition;
  readonly millis: number;
  readonly bytes: Uint8Array;
}

/** Rows per fetch. */
const FETCHED = 256;
const CURSOR = 'weir_rows';
/** Values in the text form of the server, as in changes. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

export class TableSnapshot {
  private rows: SnapshotRow[] = [];
  private reading: PublishedTable | undefined;

  private constructor(
    private readonly client: Client,
    private readonly tables: PublishedTable[],
    private readonly moment: { readonly lsn: string; readonly micros: bigint },
    private after: SnapshotPosition | undefined,
  ) {}

  /**
   * @param client in a transaction with a fixed snapshot. It is reserved for this reader until `next` has returned the
   * last row, and the transaction then ends.
   * @param after skips the rows up to this position.
   */
  static async begin(
    client: Client,
    publication: string,
    after: SnapshotPosition | undefined,
  ): Promise<TableSnapshot> {
    const tables = await publishedTables(client, publication);
    const left = tables.filter(table => after === undefined || !isReadBefore(table, after));
    const { rows } = await client.query<{ lsn: string; micros: string }>(
      `SELECT (extract(epoch FROM now()) * 1000000)::int8 AS micros,
              CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END AS lsn`,
    );
    const [{ lsn, micros }] = rows as [{ lsn: string; micros: string }];
    return new TableSnapshot(client, left, { lsn, micros: BigInt(micros) }, after);
  }

  /** Whether the next `next` returns without a server request. */
  get hasRows(): boolean {
    return this.rows.length > 0;
  }

  /** `undefined`: all rows were returned, and the transaction has ended. */
  async next(): Promise<SnapshotRow | undefined> {
    while (this.rows.length === 0) {
      if (this.reading === undefined && !(await this.openTable())) {
        await this.client.query('COMMIT');
        return undefined;
      }
      await this.fetch(this.reading!);
    }
    return this.rows.shift()!;
  }

  private async openTable(): Promise<boolean> {
    const table = this.tables.shift();
    if (table === undefined) return false;
    const { select, where, order } = table;
    const columns = order.map(column => this.client.escapeIdentifier(column)).join(', ');
    const key = this.keyBefore(table);
    const conditions = [
      ...(where === undefined ? [] : [`(${where})`]),
      // The server converts these texts to the types of the columns.
      ...(key === undefined
        ? []
        : [`(${columns}) > (${key.map(text => this.client.escapeLiteral(text)).join(', ')})`]),
    ];
    await this.client.query(
      `DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${select}` +
        (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`) +
        (order.length === 0 ? '' : ` ORDER BY ${columns}`),
    );
    this.reading = table;
    return true;
  }

  /** Key of the last row read from this table, unless the table has another primary key now. */
  private keyBefore({ schema, name, order }: PublishedTable): readonly string[] | undefined {
    const { after } = this;
    if (after?.schema !== schema || after.table !== name) return undefined;
    return after.key?.length === order.length ? after.key : undefined;
  }

  private async fetch(table: PublishedTable): Promise<void> {
    const { rows } = await this.client.query<(string | null)[]>({
      text: `FETCH ${FETCHED} FROM ${CURSOR}`,
      rowMode: 'array',
      types: AS_TEXT,
    });
    const isLast = rows.length < FETCHED;
    this.rows = rows.map((row, i) => this.rowOf(table, row, isLast && i === rows.length - 1));
    if (!isLast) return;
    this.reading = undefined;
    await this.client.query(`CLOSE ${CURSOR}`);
  }

  private rowOf(table: PublishedTable, row: PgTuple, isLast: boolean): SnapshotRow {
    const { lsn, micros } = this.moment;
    const { schema, name, columns, order } = table;
    const count = (this.after?.count ?? 0) + 1;
    const key = order.map(each => row[columns.findIndex(column => column.name === each)]!);
    this.after = {
      schema,
      table: name,
      count,
      ...(key.length === 0 ? {} : { key }),
      ...(isLast ? { isLast } : {}),
    };
    const bytes = Buffer.from(snapshotText(table, row, { lsn, micros, sequence: count - 1 }));
    return { type: 'row', position: this.after, millis: Number(micros / 1000n), bytes };
  }
}

/** The table sorts before that position, or the position is the table's end. */
function isReadBefore(
  { schema, name }: PublishedTable,
  { schema: inSchema, table, isLast }: SnapshotPosition,
): boolean {
  const order = inBytes(schema, inSchema) || inBytes(name, table);
  return order < 0 || (order === 0 && isLast === true);
}

/** Sorts as the server does. */
function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
