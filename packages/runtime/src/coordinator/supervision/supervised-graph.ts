/** The graph from the supervisor's view. */

/** Callbacks of the graph when workers are lost. */
export interface SupervisedGraph {
  /** Called when all workers are to be replaced because one was lost, before pending calls on it reject. */
  lostOne(worker: number, reason: string, isFault: boolean): void;
  /** Transfers the graph's state on the lost workers to new ones. */
  takeUp(): Promise<void>;
  /** Resolves when no work requested by a user or a stream is in flight, or after a timeout. */
  settled(): Promise<void>;
  /** Whether the last writes before a crash or a loss are being checked, or will be. */
  readonly isRecovering: boolean;
  /** Whether nothing is in progress that requires the same workers from beginning to end. */
  readonly canSpareSome: boolean;
  /** Like `lostOne` and `takeUp`, while other workers keep running. */
  lostSome(indexes: readonly number[], reason: string, isFault: boolean): void;
  /** Called before the other workers know of the new ones. */
  takeUpSome(indexes: readonly number[]): Promise<void>;
  /** Called after the other workers know. Resolves when all have checked recent writes again. */
  resynchronized(): Promise<void>;
}
