/** The statements on the rows of one shard, except its register. */
import type { EventTime, NodeId } from '@weir/model';
import type { Statement } from './cassandra-link.js';
import { PART_BYTES } from './schema.js';

export const RowKind = { Entry: 0, Snapshot: 1 } as const;
export type RowKind = (typeof RowKind)[keyof typeof RowKind];

/** A deletion by a committed group; repeated by the next owner if this one ends before it completes. */
export type Clear =
  /** Everything of a node up to a time, except the group's own snapshot. */
  | readonly ['fold', NodeId, EventTime]
  | readonly ['snapshot', NodeId, EventTime, stamp: number]
  | readonly ['purge', NodeId]
  | readonly ['results', query: number, upTo: number]
  /** All earlier values under a name. */
  | readonly ['metadata', string];

const NODE_COLUMNS = 'id, time, kind, stamp, part, parts, bytes';
const REVERSE = 'ORDER BY id DESC, time DESC, kind DESC, stamp DESC, part DESC';

export class PartitionRows {
  constructor(
    private readonly keyspace: string,
    private readonly graph: string,
    private readonly shard: string,
    readonly buckets: number,
  ) {}

  /** Returns the bucket of a node. Part of the stored format. */
  bucketOf(id: NodeId): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return ((hash ^ (hash >>> 13)) >>> 0) % this.buckets;
  }

  // Writes

  node(id: NodeId, time: EventTime, kind: RowKind, stamp: number, bytes: Uint8Array): Statement[] {
    const key = [this.graph, this.shard, this.bucketOf(id), idBytes(id), time, kind, stamp];
    return this.parts('nodes', 'bucket, id, time, kind', key, bytes);
  }

  results(query: number, sequence: number, stamp: number, bytes: Uint8Array): Statement[] {
    return this.parts('results', 'query, sequence', [this.graph, this.shard, query, sequence, stamp], bytes);
  }

  /** @param value `undefined` removes the value under the name. */
  metadata(name: string, stamp: number, value: Uint8Array | undefined): Statement[] {
    const key = [this.graph, this.shard, name, stamp];
    if (value !== undefined) return this.parts('metadata', 'name', key, value);
    const query = `INSERT INTO ${this.keyspace}.metadata (graph, shard, name, stamp, part, parts) VALUES (?, ?, ?, ?, 0, 0)`;
    return [{ query, params: key }];
  }

  log(stamp: number, keys: Uint8Array, clears: Uint8Array | undefined): Statement[] {
    const statements = this.parts('log', '', [this.graph, this.shard, stamp], keys);
    if (clears !== undefined) {
      const query = `UPDATE ${this.keyspace}.log SET clears = ? WHERE graph = ? AND shard = ? AND stamp = ? AND part = 0`;
      statements.push({ query, params: [buffer(clears), this.graph, this.shard, stamp] });
    }
    return statements;
  }

  private parts(table: string, names: string, key: readonly unknown[], bytes: Uint8Array): Statement[] {
    const columns = `graph, shard, ${names === '' ? '' : `${names}, `}stamp, part, parts, bytes`;
    const marks = key.map(() => '?').join(', ');
    const query = `INSERT INTO ${this.keyspace}.${table} (${columns}) VALUES (${marks}, ?, ?, ?)`;
    const all = buffer(bytes);
    const parts = Math.max(1, Math.ceil(all.length / PART_BYTES));
    return Array.from({ length: parts }, (_, part) => ({
      query,
      params: [...key, part, parts, all.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)],
    }));
  }

  // Deletions

  clear(clear: Clear, stamp: number): Statement {
    switch (clear[0]) {
      case 'fold':
        return this.ofNode('DELETE', clear[1], 'AND (time, kind, stamp) < (?, ?, ?)', [
          clear[2],
          RowKind.Snapshot,
          stamp,
        ]);
      case 'snapshot':
        return this.ofNode('DELETE', clear[1], 'AND time = ? AND kind = ? AND stamp = ?', [
          clear[2],
          RowKind.Snapshot,
          clear[3],
        ]);
      case 'purge':
        return this.ofNode('DELETE', clear[1], '', []);
      case 'results': {
        const query = `DELETE FROM ${this.keyspace}.results WHERE graph = ? AND shard = ? AND query = ? AND sequence <= ?`;
        return { query, params: [this.graph, this.shard, clear[1], clear[2]] };
      }
      case 'metadata': {
        const query = `DELETE FROM ${this.keyspace}.metadata WHERE graph = ? AND shard = ? AND name = ? AND stamp < ?`;
        return { query, params: [this.graph, this.shard, clear[1], stamp] };
      }
    }
  }

  forgetLog(before: number): Statement {
    const query = `DELETE FROM ${this.keyspace}.log WHERE graph = ? AND shard = ? AND stamp < ?`;
    return { query, params: [this.graph, this.shard, before] };
  }

  // Reads

  /** Reads backwards from a time. */
  nodeBack(id: NodeId, asOf: EventTime): Statement {
    return this.ofNode(`SELECT ${NODE_COLUMNS}`, id, `AND time <= ? ${REVERSE}`, [asOf]);
  }

  nodeAfter(id: NodeId, after: EventTime): Statement {
    return this.ofNode(`SELECT ${NODE_COLUMNS}`, id, 'AND time > ?', [after]);
  }

  entry(id: NodeId, time: EventTime): Statement {
    return this.ofNode(`SELECT ${NODE_COLUMNS}`, id, 'AND time = ? AND kind = ?', [time, RowKind.Entry]);
  }

  /** Reads keys without content. */
  keysBefore(id: NodeId, time: EventTime): Statement {
    return this.ofNode('SELECT time, kind, stamp', id, `AND time < ? ${REVERSE}`, [time]);
  }

  /** Reads the stamps of a node, to check whether any of its rows counts. */
  stampsOf(id: NodeId): Statement {
    return this.ofNode('SELECT stamp', id, '', []);
  }

  /** Returns one row per id, with the stamp of its oldest write. */
  ids(bucket: number): Statement {
    const query = `SELECT id, min(stamp) AS oldest FROM ${this.keyspace}.nodes WHERE graph = ? AND shard = ? AND bucket = ? GROUP BY graph, shard, bucket, id`;
    return { query, params: [this.graph, this.shard, bucket] };
  }

  nodesBetween(bucket: number, first: NodeId, last: NodeId): Statement {
    const query = `SELECT ${NODE_COLUMNS} FROM ${this.keyspace}.nodes WHERE graph = ? AND shard = ? AND bucket = ? AND id >= ? AND id <= ?`;
    return { query, params: [this.graph, this.shard, bucket, idBytes(first), idBytes(last)] };
  }

  resultsAfter(query: number, after: number, order: 'ASC' | 'DESC' = 'ASC'): Statement {
    const text = `SELECT sequence, stamp, part, parts, bytes FROM ${this.keyspace}.results WHERE graph = ? AND shard = ? AND query = ? AND sequence > ? ORDER BY sequence ${order}, stamp ${order}, part ${order}`;
    return { query: text, params: [this.graph, this.shard, query, after] };
  }

  resultKeys(query: number, order: 'ASC' | 'DESC'): Statement {
    const text = `SELECT sequence, stamp FROM ${this.keyspace}.results WHERE graph = ? AND shard = ? AND query = ? ORDER BY sequence ${order}, stamp ${order}, part ${order}`;
    return { query: text, params: [this.graph, this.shard, query] };
  }

  queries(): Statement {
    const query = `SELECT DISTINCT graph, shard, query FROM ${this.keyspace}.results`;
    return { query, params: [] };
  }

  isHere(row: Readonly<Record<string, unknown>>): boolean {
    return row['graph'] === this.graph && row['shard'] === this.shard;
  }

  metadataRows(name?: string): Statement {
    const named = name === undefined ? '' : ' AND name = ?';
    const query = `SELECT name, stamp, part, parts, bytes FROM ${this.keyspace}.metadata WHERE graph = ? AND shard = ?${named}`;
    return { query, params: [this.graph, this.shard, ...(name === undefined ? [] : [name])] };
  }

  logRows(): Statement {
    const query = `SELECT stamp, part, parts, bytes, clears FROM ${this.keyspace}.log WHERE graph = ? AND shard = ?`;
    return { query, params: [this.graph, this.shard] };
  }

  private ofNode(verb: string, id: NodeId, condition: string, values: readonly unknown[]): Statement {
    const query = `${verb} FROM ${this.keyspace}.nodes WHERE graph = ? AND shard = ? AND bucket = ? AND id = ? ${condition}`;
    return { query, params: [this.graph, this.shard, this.bucketOf(id), idBytes(id), ...values] };
  }
}

function idBytes(id: NodeId): Buffer {
  return Buffer.from(id, 'latin1');
}

export function idOf(column: unknown): NodeId {
  return (column as Buffer).toString('latin1') as NodeId;
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
