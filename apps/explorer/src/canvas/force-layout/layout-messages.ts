/** Messages between the page and the layout thread. */
export interface LayoutTask {
  /** Repeated in the answer: answers to older tasks are not shown. */
  readonly task: number;
  /** A number for each node, the same in all tasks. */
  readonly numbers: Uint32Array;
  /** x, y for each node. For a moving node of the previous task, the thread's own position takes precedence. */
  readonly positions: Float32Array;
  readonly sizes: Float32Array;
  /** 1: keeps its position. */
  readonly pinned: Uint8Array;
  /** Pairs of node indices, one pair for each edge. */
  readonly edges: Uint32Array;
  /** Time to run; 0 stops and discards the thread's positions. */
  readonly millis: number;
}

/** The page has drawn the last answer, and accepts another one. */
export const NEXT = 'next';

export interface LayoutAnswer {
  readonly task: number;
  readonly positions: Float32Array;
  readonly isDone: boolean;
}
