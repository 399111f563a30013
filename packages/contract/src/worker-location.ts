/** Processes and threads that host the shards of a graph. */
export interface WorkerPlacement {
  /** Numbers sets of workers in the order in which they start. All workers of a set start and end together. */
  readonly order: number;
  readonly locations: readonly WorkerLocation[];
  /** The most recent replacements of workers. */
  readonly moves: readonly WorkerMove[];
}

export interface WorkerLocation {
  readonly worker: number;
  /** Name of the process that lends the worker; `undefined`: a thread of this process. */
  readonly process: string | undefined;
  readonly shards: readonly number[];
  /** Lag of its process; `undefined` for a thread of this process. */
  readonly lag: ProcessLag | undefined;
}

export interface ProcessLag {
  /** Time since its last message. It sends one four times a second. */
  readonly silentMillis: number;
  /** Bytes queued for it and not sent yet. */
  readonly waitingBytes: number;
}

export interface WorkerMove {
  /** Start of the replacement, in milliseconds since the Unix epoch. */
  readonly time: number;
  readonly reason: string;
  /** Milliseconds until the graph resumed; `undefined` while it has not. */
  readonly millis: number | undefined;
}
