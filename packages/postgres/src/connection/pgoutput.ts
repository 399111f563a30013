/**
 * Decodes the messages of `pgoutput`, PostgreSQL's built-in logical replication plugin, in protocol version 1. A
 * transaction is a begin, its changes and a commit, and is sent once it is committed. Columns are described before the
 * first row of a table, and again when they change. Values are text, as the server writes them.
 */
export interface PgColumn {
  readonly name: string;
  /** Part of the replica identity, which identifies rows. */
  readonly isKey: boolean;
  readonly type: number;
}

export interface PgTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly PgColumn[];
}

/** Indexed by column. `undefined`: a large value that did not change is not sent again. */
export type PgTuple = readonly (string | null | undefined)[];

export type PgMessage =
  | { readonly type: 'begin'; readonly commit: bigint; readonly micros: bigint; readonly xid: number }
  | { readonly type: 'commit'; readonly end: bigint }
  | { readonly type: 'insert'; readonly table: PgTable; readonly new: PgTuple }
  | {
      readonly type: 'update';
      readonly table: PgTable;
      /** Present if the key changed and the replica identity is the key. */
      readonly key?: PgTuple;
      /** Present if the replica identity is the whole row. */
      readonly old?: PgTuple;
      readonly new: PgTuple;
    }
  | { readonly type: 'delete'; readonly table: PgTable; readonly key?: PgTuple; readonly old?: PgTuple }
  | { readonly type: 'truncate'; readonly tables: readonly PgTable[] };

/** 2000-01-01, PostgreSQL's epoch. */
const EPOCH_MICROS = 946_684_800_000_000n;

export class PgoutputDecoder {
  private readonly tables = new Map<number, PgTable>();

  /** @returns `undefined` for messages that do not matter to readers of changes. */
  decode(message: Buffer): PgMessage | undefined {
    const reader = new Reader(message);
    const tag = String.fromCharCode(reader.byte());
    switch (tag) {
      case 'B':
        return {
          type: 'begin',
          commit: reader.long(),
          micros: reader.long() + EPOCH_MICROS,
          xid: reader.int(),
        };
      case 'C':
        reader.skip(1 + 8);
        return { type: 'commit', end: reader.long() };
      case 'R':
        this.tables.set(reader.int(), tableIn(reader));
        return undefined;
      case 'I':
        return { type: 'insert', table: this.table(reader), new: reader.part('N')! };
      case 'U': {
        const table = this.table(reader);
        return { type: 'update', table, ...identityIn(reader), new: reader.part('N')! };
      }
      case 'D':
        return { type: 'delete', table: this.table(reader), ...identityIn(reader) };
      case 'T': {
        const count = reader.int();
        reader.skip(1);
        return { type: 'truncate', tables: Array.from({ length: count }, () => this.table(reader)) };
      }
      default:
        return undefined;
    }
  }

  private table(reader: Reader): PgTable {
    const table = this.tables.get(reader.int());
    if (table === undefined) throw new Error('a change of a table that the server has not described');
    return table;
  }
}

function tableIn(reader: Reader): PgTable {
  const schema = reader.text();
  const name = reader.text();
  reader.skip(1);
  const columns = Array.from({ length: reader.short() }, () => {
    const isKey = (reader.byte() & 1) === 1;
    const column = { name: reader.text(), isKey, type: reader.int() };
    reader.skip(4);
    return column;
  });
  return { schema, name, columns };
}

function identityIn(reader: Reader): { key?: PgTuple; old?: PgTuple } {
  const key = reader.part('K');
  const old = reader.part('O');
  return { ...(key === undefined ? {} : { key }), ...(old === undefined ? {} : { old }) };
}

class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  byte(): number {
    return this.bytes.readUInt8(this.advance(1));
  }

  short(): number {
    return this.bytes.readUInt16BE(this.advance(2));
  }

  int(): number {
    return this.bytes.readUInt32BE(this.advance(4));
  }

  long(): bigint {
    return this.bytes.readBigUInt64BE(this.advance(8));
  }

  skip(count: number): void {
    this.advance(count);
  }

  /** Text up to a zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.at);
    const text = this.bytes.toString('utf8', this.at, end);
    this.at = end + 1;
    return text;
  }

  /** A row, if the next one is of this type. */
  part(kind: 'N' | 'K' | 'O'): PgTuple | undefined {
    if (this.bytes[this.at] !== kind.charCodeAt(0)) return undefined;
    this.skip(1);
    return Array.from({ length: this.short() }, () => this.value());
  }

  private value(): string | null | undefined {
    const kind = String.fromCharCode(this.byte());
    if (kind === 'n') return null;
    if (kind === 'u') return undefined;
    const length = this.int();
    const start = this.advance(length);
    return this.bytes.toString('utf8', start, start + length);
  }

  private advance(count: number): number {
    const start = this.at;
    this.at += count;
    return start;
  }
}
