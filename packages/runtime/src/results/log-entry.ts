/** Resume point of a reader that has seen a result. */
export interface ResumePoint {
  readonly position: number;
  readonly seen: SeenResults | undefined;
}

/**
 * Results of a shard before `upTo`. The results of one shard are in order, so a reader that has seen the last has seen
 * the others.
 */
export interface SeenResults {
  readonly shard: number;
  readonly upTo: number;
}

/** A batch of results at its position in the log. */
export class LogEntry {
  constructor(
    /** Position of its first result. */
    readonly position: number,
    readonly count: number,
    readonly shard: number,
    readonly sequence: number,
    /** Milliseconds since the Unix epoch. */
    readonly time: number,
    /**
     * -1: the position is certain. Otherwise the position is a guess, and `back` is the number of results between the
     * first such batch and this one, whose order is a guess too.
     */
    readonly back: number,
    /** Set while the results are in memory. */
    public bytes: Uint8Array | undefined,
  ) {}

  get end(): number {
    return this.position + this.count;
  }

  /** Returns where a reader resumes that has seen the result at `index`. */
  resumeAfter(index: number): ResumePoint {
    const upTo = this.position + index + 1;
    if (this.back < 0) return { position: upTo, seen: undefined };
    return { position: this.position - this.back, seen: { shard: this.shard, upTo } };
  }
}
