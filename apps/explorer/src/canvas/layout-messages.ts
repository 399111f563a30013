/** What the page and the thread of the layout say to each other. */
export interface LayoutTask {
  /** An answer carries it: what belongs to an older task is not shown. */
  readonly task: number;
  /** A number for each node, the same in each task. */
  readonly numbers: Uint32Array;
  /** x, y for each node; of one that moves and was in the task before, the thread knows better. */
  readonly positions: Float32Array;
  readonly sizes: Float32Array;
  /** 1: stays where it is. */
  readonly pinned: Uint8Array;
  /** Places, among these nodes, of two for each edge. */
  readonly edges: Uint32Array;
  /** How long to go on; 0 is not at all, and forgets where the nodes were. */
  readonly millis: number;
}

/** The page has drawn the last answer, and takes another one. */
export const NEXT = 'next';

export interface LayoutAnswer {
  readonly task: number;
  readonly positions: Float32Array;
  readonly isDone: boolean;
}
