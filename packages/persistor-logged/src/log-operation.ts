/**
 * Everything that changes a store, as it is written to the log. Applying all operations after a position once more, in
 * their order, leaves the same data, because the last operation on each record decides. Only snapshots that were replaced
 * may be back, which changes no answer.
 */
import { decode, encode, type EventTime, type NodeId } from '@weir/model';
import type { NodeSnapshot, StoredResults, WriteGroup } from '@weir/persistor';

export type LogOperation =
  | { readonly kind: 'write'; readonly group: WriteGroup }
  | { readonly kind: 'fold'; readonly snapshots: readonly NodeSnapshot[] }
  | { readonly kind: 'purge'; readonly id: NodeId }
  | { readonly kind: 'put-metadata'; readonly key: string; readonly value: Uint8Array }
  | { readonly kind: 'delete-metadata'; readonly key: string }
  | { readonly kind: 'delete-results'; readonly query: number; readonly upTo: number }
  /** Writes up to a sequence of the log are not recent any longer. */
  | { readonly kind: 'forget'; readonly upTo: number };

const Code = {
  Write: 0,
  Fold: 1,
  Purge: 2,
  PutMetadata: 3,
  DeleteMetadata: 4,
  DeleteResults: 5,
  Forget: 6,
} as const;

/** Ids, times and contents of entries or snapshots, in lists of equal length: shorter and faster than objects. */
type PackedRecords = [ids: NodeId[], times: EventTime[], bytes: Uint8Array[]];
type PackedResults = [queries: number[], sequences: number[], bytes: Uint8Array[]];

type Packed =
  | [
      code: typeof Code.Write,
      journal: PackedRecords,
      snapshots: PackedRecords | null,
      replaces: boolean,
      results: PackedResults | null,
    ]
  | [code: typeof Code.Fold, snapshots: PackedRecords]
  | [code: typeof Code.Purge, id: NodeId]
  | [code: typeof Code.PutMetadata, key: string, value: Uint8Array]
  | [code: typeof Code.DeleteMetadata, key: string]
  | [code: typeof Code.DeleteResults, query: number, upTo: number]
  | [code: typeof Code.Forget, upTo: number];

export function encodeOperation(operation: LogOperation): Uint8Array {
  return encode(packed(operation));
}

/** The bytes in the operation may be views of the given ones. */
export function decodeOperation(bytes: Uint8Array): LogOperation {
  const operation = decode(bytes) as Packed;
  switch (operation[0]) {
    case Code.Write: {
      const [, journal, snapshots, replacesSnapshots, results] = operation;
      const group: WriteGroup = {
        journal: unpackEach(journal, (id, time, content) => ({ id, time, bytes: content })),
        ...(snapshots === null ? {} : { snapshots: unpackSnapshots(snapshots), replacesSnapshots }),
        ...(results === null ? {} : { results: unpackResults(results) }),
      };
      return { kind: 'write', group };
    }
    case Code.Fold:
      return { kind: 'fold', snapshots: unpackSnapshots(operation[1]) };
    case Code.Purge:
      return { kind: 'purge', id: operation[1] };
    case Code.PutMetadata:
      return { kind: 'put-metadata', key: operation[1], value: operation[2] };
    case Code.DeleteMetadata:
      return { kind: 'delete-metadata', key: operation[1] };
    case Code.DeleteResults:
      return { kind: 'delete-results', query: operation[1], upTo: operation[2] };
    case Code.Forget:
      return { kind: 'forget', upTo: operation[1] };
  }
}

function packed(operation: LogOperation): Packed {
  switch (operation.kind) {
    case 'write': {
      const { journal, snapshots, replacesSnapshots = false, results } = operation.group;
      const entries: PackedRecords = [[], [], []];
      for (let i = 0; i < journal.length; i++) {
        const { id, time, bytes } = journal[i]!;
        entries[0].push(id);
        entries[1].push(time);
        entries[2].push(bytes);
      }
      const folded = snapshots === undefined ? null : packSnapshots(snapshots);
      return [
        Code.Write,
        entries,
        folded,
        replacesSnapshots,
        results === undefined ? null : packResults(results),
      ];
    }
    case 'fold':
      return [Code.Fold, packSnapshots(operation.snapshots)];
    case 'purge':
      return [Code.Purge, operation.id];
    case 'put-metadata':
      return [Code.PutMetadata, operation.key, operation.value];
    case 'delete-metadata':
      return [Code.DeleteMetadata, operation.key];
    case 'delete-results':
      return [Code.DeleteResults, operation.query, operation.upTo];
    case 'forget':
      return [Code.Forget, operation.upTo];
  }
}

function packSnapshots(snapshots: readonly NodeSnapshot[]): PackedRecords {
  const records: PackedRecords = [[], [], []];
  for (let i = 0; i < snapshots.length; i++) {
    const { id, snapshot } = snapshots[i]!;
    records[0].push(id);
    records[1].push(snapshot.time);
    records[2].push(snapshot.bytes);
  }
  return records;
}

function packResults(results: readonly StoredResults[]): PackedResults {
  const records: PackedResults = [[], [], []];
  for (let i = 0; i < results.length; i++) {
    const { query, sequence, bytes } = results[i]!;
    records[0].push(query);
    records[1].push(sequence);
    records[2].push(bytes);
  }
  return records;
}

function unpackEach<T>(
  [ids, times, bytes]: PackedRecords,
  make: (id: NodeId, time: EventTime, bytes: Uint8Array) => T,
): T[] {
  return ids.map((id, i) => make(id, times[i]!, bytes[i]!));
}

function unpackSnapshots(records: PackedRecords): NodeSnapshot[] {
  return unpackEach(records, (id, time, bytes) => ({ id, snapshot: { time, bytes } }));
}

function unpackResults([queries, sequences, bytes]: PackedResults): StoredResults[] {
  return queries.map((query, i) => ({ query, sequence: sequences[i]!, bytes: bytes[i]! }));
}
