/** The graph, as whoever keeps its workers alive sees it. */

/** What the graph does when workers are lost. */
export interface SupervisedGraph {
  /** Called whenever all are to be replaced because of one, before those hear of it whose calls were under way. */
  lostOne(worker: number, reason: string, isFault: boolean): void;
  /** Brings to new workers what the graph had on the lost ones. */
  takeUp(): Promise<void>;
  /** Resolves when nothing is under way that a person or a stream asked for, or after a while. */
  settled(): Promise<void>;
  /** Nothing is under way that needs all workers to be the same from beginning to end. */
  readonly canSpareSome: boolean;
  /** The same as `lostOne` and `takeUp`, where others go on. */
  lostSome(places: readonly number[], reason: string, isFault: boolean): void;
  /** No other worker knows of the new ones as yet. */
  takeUpSome(places: readonly number[]): Promise<void>;
  /** All know: resolves when all have looked again at what was written last. */
  resynchronised(): Promise<void>;
}
