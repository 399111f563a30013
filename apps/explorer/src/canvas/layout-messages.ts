/** What the page and the thread of the layout say to each other. */
export interface LayoutTask {
  /** An answer carries it: what belongs to an older task is not shown. */
  readonly task: number;
  /** x, y for each node. */
  readonly positions: Float32Array;
  readonly sizes: Float32Array;
  /** 1: stays where it is. */
  readonly pinned: Uint8Array;
  /** Numbers of two nodes for each edge. */
  readonly edges: Uint32Array;
  /** How long to go on. */
  readonly millis: number;
}

export interface LayoutAnswer {
  readonly task: number;
  readonly positions: Float32Array;
  readonly isDone: boolean;
}
