/** What two processes say to each other about workers that one lends to the other, as msgpack. */
import type { PersistenceOptions } from '@weir/graph';
import type { IdProviderOptions } from '@weir/model';
import type { DirectoryMark } from '../worker/shard-stores.js';

/** Frames differ between versions: to be raised with each change of what workers say to each other. */
export const LENDING_VERSION = 5;

/** From the owner, first of all. */
export interface StartNote {
  readonly kind: 'start';
  readonly version: number;
  /** Of these workers, which begin and end together. */
  readonly session: string;
  /** Later ones are greater, whoever owns the graph. */
  readonly order: number;
  readonly workerOfShard: readonly number[];
  /** The owner is the first; each with the numbers of its workers. */
  readonly processes: readonly {
    readonly name: string;
    readonly address: string;
    readonly workers: readonly number[];
  }[];
  /** Which of them is asked. */
  readonly process: number;
  readonly directory: DirectoryMark;
  readonly persistence: PersistenceOptions;
  readonly ids: IdProviderOptions | null;
  readonly recovers: boolean;
  readonly standingStateWarning: number;
  /** See `programHere`. */
  readonly program: string;
}

/** From another lender of the same session, first of all. */
export interface PeerNote {
  readonly kind: 'peer';
  readonly session: string;
  readonly process: number;
}

export type FirstNote = StartNote | PeerNote;

/** From the owner, later: its own threads took the places of workers of a process that is lost. */
export interface ReplacedNote {
  readonly kind: 'replaced';
  /** In `StartNote.processes`. */
  readonly process: number;
  readonly workers: readonly number[];
  /** See `PeerChange`. */
  readonly replacements: number;
}

/** From a lender to the owner. */
export type LenderNote =
  | { readonly kind: 'refused'; readonly reason: string }
  /** It does not reach another lender any more: one of the two is to be given up. */
  | { readonly kind: 'cut'; readonly process: number }
  /** It does not reach the store, said again at each look; or does again. */
  | { readonly kind: 'store'; readonly trouble: string | null }
  /** How many turns each thread has made, and what `CpuReading` says of it. */
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
