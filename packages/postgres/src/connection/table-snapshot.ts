/**
 * The rows that the tables of a publication have, table by table in the order of their names, each in the order of its
 * primary key, all of one moment. Who knows the place of a row can go on behind it later, with rows of another moment: as
 * long as all changes since the first one follow, every row is in the end what its last change made of it, and one that
 * did not change is the same at all moments. A table without a primary key is read from its beginning again.
 */
import type { Client } from 'pg';
import { snapshotText } from './change-json.js';
import type { PgTuple } from './pgoutput.js';
import { type PublishedTable, publishedTables } from './published-tables.js';

/** Of a row that was read. */
export interface SnapshotPlace {
  readonly schema: string;
  readonly table: string;
  /** Rows of the snapshot so far. */
  readonly count: number;
  /** Its primary key; absent: of a table that has none. */
  readonly key?: readonly string[];
  /** It is the last one of its table. */
  readonly isLast?: boolean;
}

export interface SnapshotRow {
  readonly type: 'row';
  readonly place: SnapshotPlace;
  readonly millis: number;
  readonly bytes: Uint8Array;
}

/** Rows that are asked for at once. */
const FETCHED = 256;
const CURSOR = 'weir_rows';
/** As the server writes it, as changes have it. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

export class TableSnapshot {
  private rows: SnapshotRow[] = [];
  private reading: PublishedTable | undefined;

  private constructor(
    private readonly client: Client,
    private readonly tables: PublishedTable[],
    private readonly moment: { readonly lsn: string; readonly micros: bigint },
    private after: SnapshotPlace | undefined,
  ) {}

  /**
   * @param client in a transaction that sees one moment. It is this snapshot's until `next` has no more rows, and then ends.
   * @param after rows up to there are left out.
   */
  static async begin(
    client: Client,
    publication: string,
    after: SnapshotPlace | undefined,
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

  /** The next `next` need not ask the server. */
  get hasRows(): boolean {
    return this.rows.length > 0;
  }

  /** `undefined`: that was all, and the transaction has ended. */
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
      // The server takes these texts for values of the columns' types.
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

  /** Of the last row that was read of this table, unless it has another primary key now. */
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
    return { type: 'row', place: this.after, millis: Number(micros / 1000n), bytes };
  }
}

/** It comes before that place, or that is its end. */
function isReadBefore(
  { schema, name }: PublishedTable,
  { schema: inSchema, table, isLast }: SnapshotPlace,
): boolean {
  const order = inBytes(schema, inSchema) || inBytes(name, table);
  return order < 0 || (order === 0 && isLast === true);
}

/** As the server orders them. */
function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
