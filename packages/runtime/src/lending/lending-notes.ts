/** Messages between two processes about workers that one lends to the other, as msgpack. */
import type { PersistenceOptions } from '@weir/graph';
import type { IdProviderOptions } from '@weir/model';
import type { DirectoryMark } from '../worker/shard-stores.js';

/** Frames differ between versions: increase it with each change of the messages between workers. */
export const LENDING_VERSION = 5;

/** First message from the owner. */
export interface StartNote {
  readonly kind: 'start';
  readonly version: number;
  /** Identifies these workers, which start and end together. */
  readonly session: string;
  /** Greater than in earlier sessions, of any owner of the graph. */
  readonly order: number;
  readonly workerOfShard: readonly number[];
  /** The owner is the first. Each process is listed with the numbers of its workers. */
  readonly processes: readonly {
    readonly name: string;
    readonly address: string;
    readonly workers: readonly number[];
  }[];
  /** Index of the receiving process. */
  readonly process: number;
  readonly directory: DirectoryMark;
  readonly persistence: PersistenceOptions;
  readonly ids: IdProviderOptions | null;
  readonly recovers: boolean;
  readonly standingStateWarning: number;
  readonly program: string;
}

/** First message from another lender of the same session. */
export interface PeerNote {
  readonly kind: 'peer';
  readonly session: string;
  readonly process: number;
}

export type FirstNote = StartNote | PeerNote;

/** Later message from the owner: its own threads replaced the workers of a lost process. */
export interface ReplacedNote {
  readonly kind: 'replaced';
  /** Index in `StartNote.processes`. */
  readonly process: number;
  readonly workers: readonly number[];
  /** See `PeerChange`. */
  readonly replacements: number;
}

/** Messages from a lender to the owner. */
export type LenderNote =
  | { readonly kind: 'refused'; readonly reason: string }
  /** Another lender is unreachable; one of the two has to be given up. */
  | { readonly kind: 'cut'; readonly process: number }
  /** The store is unreachable (repeated at each check), or reachable again. */
  | { readonly kind: 'store'; readonly trouble: string | null }
  /** Number of turns of each thread, and its `CpuReading`. */
  | {
      readonly kind: 'turns';
      readonly turns: readonly (readonly [
        worker: number,
        count: number,
        cpuMillis: number,
        isWaiting: boolean | null,
      ])[];
    }
  | { readonly kind: 'ended'; readonly worker: number; readonly failure: string | null };
