/** Workers that other processes lend to a graph. */
import type { Wire } from './wire.js';

export interface WorkerOffer {
  /** Of this life of the process: one that comes back has another one. */
  readonly process: string;
  readonly workers: number;
  /** For `WorkerOffers.reach`, in any of the processes. */
  readonly address: string;
}

export interface WorkerOffers {
  /** As far as is known now. */
  current(): readonly WorkerOffer[];
  /** Calls back whenever `current` may have changed. @returns ends that. */
  watch(changed: () => void): () => void;
  /** Rejects when the process can't be reached, refuses, or nobody waits any more. */
  reach(address: string, signal: AbortSignal): Promise<Wire>;
  /** A process that says nothing for so long is taken for gone. */
  readonly silenceMillis: number;
  /** One that does not reach the store for so long, as the owner does, is of no use. */
  readonly storePatienceMillis: number;
}

/** The other side: a process that lends workers to whoever works on the graph. */
export interface WorkerLender {
  /** Somebody has reached this process. */
  accept(wire: Wire): void;
  /** What is lent is ended as it is: whoever had it is gone, or this process is. */
  drop(): Promise<void>;
  /** Resolves when nothing is lent, which is up to whoever has it. */
  returned(): Promise<void>;
  /** Workers can be had, or somebody has them: `false` while this process does not reach the store. */
  readonly canLend: boolean;
  /** At the last look; `true` where nobody looks. */
  readonly reachesStore: boolean;
  /** Calls back whenever one of these has changed. */
  watch(changed: () => void): void;
  /** What is lent is ended, and the store is not asked any more. */
  close(): Promise<void>;
}
