/** Returns the tables of a publication with their published columns and rows, from the server's catalog. */
import type { Client } from 'pg';
import type { PgTable } from './pgoutput.js';

export interface PublishedTable extends PgTable {
  /** Columns that are jointly unique and never null, in the order of the index; empty without a primary key. */
  readonly order: readonly string[];
  /** `SELECT` of its columns, up to the conditions on its rows. */
  readonly select: string;
  readonly where: string | undefined;
  /** Whether the role may read it. */
  readonly isReadable: boolean;
}

interface Found {
  readonly schema: string;
  readonly name: string;
  /** PostgreSQL 15 and newer only. */
  readonly filter: string | null;
  readonly columns: readonly { readonly name: string; readonly type: number; readonly key: boolean }[];
  readonly primary: readonly string[] | null;
  readonly partitioned: boolean;
  readonly readable: boolean;
}

/**
 * Publication details are queried as JSON, because older servers have neither column lists nor row filters. Computed
 * columns are not published. The replica identity is the same as in change messages: the primary key, an index, or the
 * whole row.
 */
const TABLES = (publication: string): string => `
  SELECT n.nspname AS schema, c.relname AS name, p.j->>'rowfilter' AS filter,
         c.relkind = 'p' AS partitioned, has_table_privilege(c.oid, 'SELECT') AS readable,
         (SELECT json_agg(json_build_object('name', a.attname, 'type', a.atttypid::int8, 'key',
                   c.relreplident = 'f' OR a.attnum = ANY (i.indkey)) ORDER BY a.attnum)
            FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
             AND (p.j->'attnames' IS NULL OR p.j->'attnames' ? a.attname::text)) AS columns,
         (SELECT json_agg(a.attname ORDER BY array_position(k.indkey::int2[], a.attnum))
            FROM pg_index k JOIN pg_attribute a ON a.attrelid = c.oid
             AND array_position(k.indkey::int2[], a.attnum) < k.indnkeyatts
           WHERE k.indrelid = c.oid AND k.indisprimary) AS primary
    FROM (SELECT to_jsonb(t) AS j FROM pg_publication_tables t WHERE t.pubname = ${publication}) p
    JOIN pg_namespace n ON n.nspname = p.j->>'schemaname'
    JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = p.j->>'tablename'
    LEFT JOIN pg_index i ON i.indrelid = c.oid
     AND CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident ELSE false END
   ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

/** Sorted by name. */
export async function publishedTables(client: Client, publication: string): Promise<PublishedTable[]> {
  const { rows } = await client.query<Found>(TABLES(client.escapeLiteral(publication)));
  return rows.map(({ schema, name, filter, columns, primary, partitioned, readable }) => {
    const list = columns.map(column => client.escapeIdentifier(column.name)).join(', ');
    // A table with inheriting tables is published without them; a partitioned one is published with its partitions.
    const only = partitioned ? '' : 'ONLY ';
    const published = new Set(columns.map(column => column.name));
    const order = primary?.every(column => published.has(column)) === true ? primary : [];
    return {
      schema,
      name,
      columns: columns.map(column => ({ name: column.name, isKey: column.key, type: column.type })),
      order,
      select: `SELECT ${list} FROM ${only}${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`,
      where: filter ?? undefined,
      isReadable: readable,
    };
  });
}
