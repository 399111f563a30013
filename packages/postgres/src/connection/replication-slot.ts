/** Finds or creates the replication slot of a source. */
import type { Client } from 'pg';
import type { PostgresSlot } from '../definition/postgres-source.js';
import { WeirError } from '@weir/platform';
import type { PostgresServer } from './postgres-server.js';
import { publishedTables } from './published-tables.js';
import { type SnapshotPosition, TableSnapshot } from './table-snapshot.js';

export interface SlotOptions {
  readonly server: PostgresServer;
  readonly slot: PostgresSlot;
  /** Position to resume from; absent: the slot's own position. The slot is then created if it does not exist. */
  readonly from: bigint | undefined;
  /** Reads existing rows first, after a position if given; absent: changes only. */
  readonly rows?: { readonly after: SnapshotPosition | undefined } | undefined;
}

/** Everything read in this transaction has the same snapshot. */
const BEGIN = 'BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ';

/**
 * Ensures that the slot exists. If rows are requested too, a transaction for them is open afterwards: for a new slot it
 * sees the data at the start of the slot, for an existing one the current data.
 * @throws WeirError `ingest.invalid`, `ingest.source-changed`.
 */
export async function prepareSlot(
  client: Client,
  { slot, from, server, rows: wanted }: SlotOptions,
): Promise<TableSnapshot | undefined> {
  const { publication, tables, slot: name, isTemporary = false } = slot;
  const text = (value: string) => client.escapeLiteral(value);
  const published = await client.query(`SELECT 1 FROM pg_publication WHERE pubname = ${text(publication)}`);
  if (published.rows.length === 0) {
    if (tables.length === 0) {
      throw new WeirError(
        'ingest.invalid',
        `The publication ${publication} does not exist at ${server.name}: create it there, or set its tables.`,
      );
    }
    const list = tables
      .map(table =>
        table
          .split('.')
          .map(part => client.escapeIdentifier(part))
          .join('.'),
      )
      .join(', ');
    await client.query(`CREATE PUBLICATION ${client.escapeIdentifier(publication)} FOR TABLE ${list}`);
  }
  if (wanted !== undefined) await checkReadable(client, publication, server);
  const { rows } = await client.query<{ plugin: string; wal_status: string }>(
    `SELECT plugin, wal_status FROM pg_replication_slots WHERE slot_name = ${text(name)}`,
  );
  const [found] = rows;
  if (found === undefined) {
    if (from !== undefined) throw lost(`The replication slot ${name} no longer exists at ${server.name}`);
    const lasting = isTemporary ? 'TEMPORARY ' : '';
    if (wanted !== undefined) await client.query(BEGIN);
    const snapshot = wanted === undefined ? 'NOEXPORT_SNAPSHOT' : 'USE_SNAPSHOT';
    await client.query(
      `CREATE_REPLICATION_SLOT ${client.escapeIdentifier(name)} ${lasting}LOGICAL pgoutput ${snapshot}`,
    );
    return wanted && TableSnapshot.begin(client, publication, wanted.after);
  }
  if (found.plugin !== 'pgoutput')
    throw new WeirError(
      'ingest.invalid',
      `The replication slot ${name} uses the plugin ${found.plugin} instead of pgoutput.`,
    );
  if (found.wal_status === 'lost')
    throw lost(
      `The server ${server.name} has invalidated the replication slot ${name}, because it was too far behind`,
    );
  if (wanted === undefined) return undefined;
  await client.query(BEGIN);
  return TableSnapshot.begin(client, publication, wanted.after);
}

/** Checked before a slot is created, which would persist. */
async function checkReadable(client: Client, publication: string, server: PostgresServer): Promise<void> {
  const closed = (await publishedTables(client, publication)).find(({ isReadable }) => !isReadable);
  if (closed === undefined) return;
  const { schema, name } = closed;
  throw new WeirError(
    'ingest.invalid',
    `The snapshot of publication ${publication} at ${server.name} needs the privilege SELECT on ${schema}.${name}.`,
  );
}

function lost(what: string): WeirError {
  return new WeirError(
    'ingest.source-changed',
    `${what}: changes are missing. Update the graph another way, then delete the stream and create it again.`,
  );
}
