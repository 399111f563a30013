/** Which processes lend their workers to a graph, and changes of that. */
import type { Wire } from '../contract/wire.js';

/** A connected process that lends workers. */
export interface LenderConnection {
  readonly process: string;
  readonly address: string;
  readonly workers: number;
  /** See `WorkerOffer`. */
  readonly copies?: readonly number[] | undefined;
  readonly wire: Wire;
}

/** Where the workers of a graph are to start, apart from its own. */
export interface Lent {
  readonly processes: readonly LenderConnection[];
  /** Number of workers that this process starts in place of one that may join soon. */
  readonly absent: number;
}

/** Why workers move although none is lost. If neither process is given, all are redistributed. */
export interface WorkerChange {
  readonly why: string;
  /** The process that wants its workers back, if it is only one. */
  readonly leaving?: string | undefined;
  /** A process that can have workers. The receiver of the change closes the wire if it does not use it. */
  readonly joining?: LenderConnection | undefined;
}
