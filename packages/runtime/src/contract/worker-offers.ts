/** Workers that other processes lend to a graph. */
import type { Wire } from './wire.js';

export interface WorkerOffer {
  /** Identifies this run of the process; after a restart it has another one. */
  readonly process: string;
  readonly workers: number;
  /** Shards whose data it has. Default: all of them, or the store needs no copies. */
  readonly copies?: readonly number[] | undefined;
  /** Argument for `WorkerOffers.reach`, in any of the processes. */
  readonly address: string;
}

export interface WorkerOffers {
  /** Returns the offers known now. */
  current(): readonly WorkerOffer[];
  /** Returns the offers of processes that have left or were lost recently, and that no other process has replaced. */
  departed(): readonly WorkerOffer[];
  /** Calls back whenever `current` may have changed. @returns a function that stops the calls. */
  watch(changed: () => void): () => void;
  /** Workers that all other processes will offer together. 0 if their number is not known. */
  readonly expectedWorkers: number;
  /** Connects to a process. Rejects if it cannot be reached or refuses, or if the signal is aborted. */
  reach(address: string, signal: AbortSignal): Promise<Wire>;
  /** Silence after which a process is considered lost. */
  readonly silenceMillis: number;
  /** A process is considered lost if it cannot reach the store for this long while the owner can. */
  readonly storePatienceMillis: number;
}

/** The remote side: lends workers to the process that owns the graph. */
export interface WorkerLender {
  /** Accepts a connection from another process. */
  accept(wire: Wire): void;
  /** Ends the lent workers without cleanup, because the borrower is lost or this process stops. */
  drop(): Promise<void>;
  /** Resolves when nothing is lent; that depends on the borrower. */
  returned(): Promise<void>;
  /** Whether workers are available or lent; `false` while this process cannot reach the store. */
  readonly canLend: boolean;
  /** Result of the last check; `true` if this process does not check. */
  readonly reachesStore: boolean;
  /** Calls back whenever `canLend` or `reachesStore` has changed. */
  watch(changed: () => void): void;
  /** This process may lend workers soon: starts threads for them, and again whenever these were used. */
  prepare(): void;
  /** This process will not lend workers for now. Resolves when the threads have ended. */
  unprepare(): Promise<void>;
  /** Ends the lent workers and stops checking the store. */
  close(): Promise<void>;
}
