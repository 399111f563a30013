/**
 * A consistent copy of several stores during writes: hold the writes of all, take a cut of each, release the writes,
 * and read the cuts afterwards. Between hold and release nothing is acknowledged, so the cuts together equal the state
 * that a crash at that moment would have left.
 */
import type { EventTime, NodeId } from '@weir/model';

export const ItemKind = { Entry: 0, Snapshot: 1, Results: 2, Metadata: 3 } as const;

/** One stored item. A tuple, because it is written to backups unchanged. */
export type StoredItem =
  | readonly [kind: typeof ItemKind.Entry, id: NodeId, time: EventTime, bytes: Uint8Array]
  | readonly [kind: typeof ItemKind.Snapshot, id: NodeId, time: EventTime, bytes: Uint8Array]
  | readonly [kind: typeof ItemKind.Results, query: number, sequence: number, bytes: Uint8Array]
  | readonly [kind: typeof ItemKind.Metadata, key: string, value: Uint8Array];

/** A hold on the writes of one store: groups accepted meanwhile wait. */
export interface WriteHold {
  /** Returns the current content. Later writes do not change it. */
  cut(): StoreCut;
  /** Releases the writes. May be called more than once. */
  release(): void;
}

export interface StoreCut {
  /** Everything stored, in batches; the items of one node are contiguous and in time order. */
  items(): AsyncIterable<readonly StoredItem[]>;
  close(): Promise<void>;
}
