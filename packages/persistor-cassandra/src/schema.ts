/**
 * The tables. Every row, except in `shards`, carries the stamp of its group (stamps.ts) and counts only if that group
 * was committed. docs/guides/cassandra.md describes the content for operators.
 */

export const FORMAT_VERSION = 1;

/** A longer blob is split into several rows. */
export const PART_BYTES = 256 * 1024;

/**
 * How long deleted rows are kept for replicas that were offline; equal to the time for which Cassandra keeps hints for
 * them.
 */
const SHORT_GRACE = 'gc_grace_seconds = 10800';

export function keyspaceStatement(keyspace: string, datacenter: string, replication: number): string {
  return (
    `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = ` +
    `{'class': 'NetworkTopologyStrategy', '${datacenter.replaceAll("'", "''")}': ${replication}}`
  );
}

export function tableStatements(keyspace: string): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${keyspace}.shards (
      graph text, shard text, format int, buckets int, epoch bigint, term bigint, committed bigint,
      gaps map<bigint, bigint>, owner text, beat bigint, closed boolean,
      PRIMARY KEY ((graph, shard)))
      WITH comment = 'who writes each part of a graph, and up to which group its writes count'`,
    `CREATE TABLE IF NOT EXISTS ${keyspace}.nodes (
      graph text, shard text, bucket int, id blob, time bigint, kind tinyint, stamp bigint, part int, parts int,
      bytes blob,
      PRIMARY KEY ((graph, shard, bucket), id, time, kind, stamp, part))
      WITH comment = 'journal entries (kind 0) and snapshots (kind 1) of nodes'`,
    `CREATE TABLE IF NOT EXISTS ${keyspace}.results (
      graph text, shard text, query bigint, sequence bigint, stamp bigint, part int, parts int, bytes blob,
      PRIMARY KEY ((graph, shard, query), sequence, stamp, part))
      WITH ${SHORT_GRACE} AND comment = 'results of standing queries that are not delivered yet'`,
    `CREATE TABLE IF NOT EXISTS ${keyspace}.metadata (
      graph text, shard text, name text, stamp bigint, part int, parts int, bytes blob,
      PRIMARY KEY ((graph, shard), name, stamp, part))
      WITH ${SHORT_GRACE} AND comment = 'definitions and settings, in parts that belong to no shard mostly'`,
    `CREATE TABLE IF NOT EXISTS ${keyspace}.log (
      graph text, shard text, stamp bigint, part int, parts int, bytes blob, clears blob,
      PRIMARY KEY ((graph, shard), stamp, part))
      WITH ${SHORT_GRACE} AND comment = 'nodes written since the last checkpoint, and what committed groups delete'`,
  ];
}
