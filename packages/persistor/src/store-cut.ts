/**
 * A consistent copy of several stores while they are written: hold the writes of all, take a cut of each, let the
 * writes go on, and read the cuts at leisure. Between the hold and the release nothing is acknowledged, so the cuts
 * together are what a crash at that moment would have left.
 */
import type { EventTime, NodeId } from '@weir/model';

export const ItemKind = { Entry: 0, Snapshot: 1, Results: 2, Metadata: 3 } as const;

/** One stored thing. Tuples, because they are written to backups as they are. */
export type StoredItem =
  | readonly [kind: typeof ItemKind.Entry, id: NodeId, time: EventTime, bytes: Uint8Array]
  | readonly [kind: typeof ItemKind.Snapshot, id: NodeId, time: EventTime, bytes: Uint8Array]
  | readonly [kind: typeof ItemKind.Results, query: number, sequence: number, bytes: Uint8Array]
  | readonly [kind: typeof ItemKind.Metadata, key: string, value: Uint8Array];

/** Writes of one store, held back: groups accepted meanwhile wait. */
export interface WriteHold {
  /** What is stored now. Stays as it is while writes go on. */
  cut(): StoreCut;
  /** Lets the writes go on. May be called more than once. */
  release(): void;
}

export interface StoreCut {
  /** Everything stored, in batches, what belongs to one node together and in order of time. */
  items(): AsyncIterable<readonly StoredItem[]>;
  close(): Promise<void>;
}
