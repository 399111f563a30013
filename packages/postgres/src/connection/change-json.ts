/**
 * Encodes the change of a row as JSON. Numbers keep all their digits, since their text is taken from the server; values
 * without a JSON type become text.
 */
import type { PgColumn, PgMessage, PgTable, PgTuple } from './pgoutput.js';

export interface PgTransaction {
  /** Position of the commit record in the log. */
  readonly commit: bigint;
  readonly micros: bigint;
  readonly xid: number;
}

export type PgChange = Exclude<PgMessage, { type: 'begin' | 'commit' }>;

const BOOL = 16;
/** Whole numbers: int8, int2, int4, oid. */
const WHOLE: ReadonlySet<number> = new Set([20, 21, 23, 26]);
const FLOATING: ReadonlySet<number> = new Set([700, 701]);
const JSON_TYPES: ReadonlySet<number> = new Set([114, 3802]);
const TIMESTAMP = 1114;
const TIMESTAMP_WITH_ZONE = 1184;

/**
 * Returns the JSON of a change; for TRUNCATE, one text per table. @param first index of the change in its transaction.
 */
export function changeTexts(change: PgChange, transaction: PgTransaction, first: number): string[] {
  if (change.type === 'truncate')
    return change.tables.map((table, i) => recordText('truncate', table, transaction, first + i, {}));
  const { type, table } = change;
  const old = 'old' in change ? change.old : undefined;
  const now = 'new' in change ? filled(change.new, old) : undefined;
  const key = 'key' in change ? (change.key ?? old ?? now) : (old ?? now);
  return [recordText(type, table, transaction, first, { key, old, now })];
}

interface Rows {
  readonly key?: PgTuple | undefined;
  readonly old?: PgTuple | undefined;
  readonly now?: PgTuple | undefined;
}

/** Encodes an existing row like a change, but without a transaction that wrote it. */
export function snapshotText(
  table: PgTable,
  row: PgTuple,
  { lsn, sequence, micros }: { readonly lsn: string; readonly sequence: number; readonly micros: bigint },
): string {
  const positionText = `"lsn":"${lsn}","sequence":${sequence},"time":"${timeText(micros)}"`;
  return changeText('read', table, positionText, { key: row, now: row });
}

function recordText(
  operation: string,
  table: PgTable,
  { commit, micros, xid }: PgTransaction,
  sequence: number,
  rows: Rows,
): string {
  const positionText = `"lsn":"${lsnText(commit)}","sequence":${sequence},"xid":${xid},"time":"${timeText(micros)}"`;
  return changeText(operation, table, positionText, rows);
}

function changeText(
  operation: string,
  { schema, name, columns }: PgTable,
  positionText: string,
  { key, old, now }: Rows,
): string {
  const isKey = ({ isKey }: PgColumn) => isKey;
  const fields = [
    `"operation":"${operation}","schema":${JSON.stringify(schema)},"table":${JSON.stringify(name)}`,
    positionText,
    ...(key === undefined ? [] : [`"key":${rowText(key, columns, isKey)}`]),
    ...(old === undefined ? [] : [`"old":${rowText(old, columns)}`]),
    ...(now === undefined ? [] : [`"new":${rowText(now, columns)}`]),
  ];
  return `{${fields.join(',')}}`;
}

/** Values that were not sent again are unchanged; they are taken from the old row, if known. */
function filled(row: PgTuple, old: PgTuple | undefined): PgTuple {
  return old === undefined ? row : row.map((value, i) => (value === undefined ? old[i] : value));
}

function rowText(row: PgTuple, columns: readonly PgColumn[], wanted = (_: PgColumn) => true): string {
  const fields: string[] = [];
  for (const [i, column] of columns.entries()) {
    const value = row[i];
    if (value === undefined || !wanted(column)) continue;
    fields.push(`${JSON.stringify(column.name)}:${value === null ? 'null' : valueText(value, column.type)}`);
  }
  return `{${fields.join(',')}}`;
}

function valueText(value: string, type: number): string {
  if (WHOLE.has(type) || JSON_TYPES.has(type)) return value;
  if (type === BOOL) return value === 't' ? 'true' : 'false';
  if (FLOATING.has(type)) return Number.isFinite(Number(value)) ? value : JSON.stringify(value);
  if (type === TIMESTAMP) return JSON.stringify(value.replace(' ', 'T'));
  if (type === TIMESTAMP_WITH_ZONE) return JSON.stringify(value.replace(' ', 'T').replace(/\+00$/, 'Z'));
  return JSON.stringify(value);
}

/** Formats a log position as PostgreSQL does. */
export function lsnText(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();
}

function timeText(micros: bigint): string {
  const seconds = new Date(Number(micros / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000n).padStart(6, '0')}Z`;
}
