/** Messages between two processes about workers that one lends to the other, as msgpack. */
import type { PersistenceOptions } from '@weir/graph';
import type { IdProviderOptions } from '@weir/model';
import type { DirectoryMark } from '../stores/shard-stores.js';

/** Frames differ between versions: increase it with each change of the messages between workers. */
export const LENDING_VERSION = 6;

/** First message from the owner. */
export interface StartNote {
  readonly kind: 'start';
  readonly version: number;
  /** Identifies these workers, which start and end together. */
  readonly session: string;
  /** Greater than in earlier sessions, of any owner of the graph. */
  readonly order: number;
  readonly workerOfShard: readonly number[];
  /** The owner is the first. A lost process is listed without workers. */
  readonly processes: readonly {
    readonly name: string;
    readonly address: string;
    readonly workers: readonly number[];
  }[];
  /** Index of the receiving process. It connects to the lenders before it. */
  readonly process: number;
  /** Number of replacements of workers in this session before; see `WorkerThreadOptions.life`. */
  readonly replacements: number;
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

/** Later message from the owner: another process joins the session, and will connect to the receiver. */
export interface JoiningNote {
  readonly kind: 'joining';
  /** Index of that process. */
  readonly process: number;
  readonly name: string;
  /** Its workers, which will replace those with the same numbers. Frames for them wait until `ReplacedNote`. */
  readonly workers: readonly number[];
  /** See `PeerChange`. */
  readonly replacements: number;
}

/** Later message from the owner: some workers were replaced. */
export interface ReplacedNote {
  readonly kind: 'replaced';
  readonly workers: readonly number[];
  /** Indexes of the process that had them and of the one that has them. */
  readonly from: number;
  readonly to: number;
  /** See `PeerChange`. */
  readonly replacements: number;
}

/** Messages from the owner after the first of a wire was read. */
export type OwnerNote = StartNote | JoiningNote | ReplacedNote;

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
