/** Where the shards of a graph are worked on. */
export interface WorkerPlacement {
  /** All workers begin and end together; those that begin later have a greater number. */
  readonly order: number;
  readonly places: readonly WorkerPlace[];
  /** When others took the places of workers, the last of many. */
  readonly moves: readonly WorkerMove[];
}

export interface WorkerPlace {
  readonly worker: number;
  /** Name of the process that lends it; `undefined`: it is a thread of this one. */
  readonly process: string | undefined;
  readonly shards: readonly number[];
  /** Of its process; `undefined` for a thread of this one. */
  readonly lag: ProcessLag | undefined;
}

export interface ProcessLag {
  /** Since it was heard of. It says something four times a second. */
  readonly silentMillis: number;
  /** Sent to it, and still here. */
  readonly waitingBytes: number;
}

export interface WorkerMove {
  /** When it began, in milliseconds since the Unix epoch. */
  readonly time: number;
  readonly reason: string;
  /** Until the graph went on; `undefined`: it does not as yet. */
  readonly millis: number | undefined;
}
