/** Where somebody goes on who saw a result. */
export interface ResumePoint {
  readonly position: number;
  readonly seen: SeenResults | undefined;
}

/** Results of a shard before `upTo`: those of one shard come in order, so whoever saw the last has had the others. */
export interface SeenResults {
  readonly shard: number;
  readonly upTo: number;
}

/** A batch of results in its place in the log. */
export class LogEntry {
  constructor(
    /** Of its first result. */
    readonly position: number,
    readonly count: number,
    readonly shard: number,
    readonly sequence: number,
    /** Milliseconds since the Unix epoch. */
    readonly time: number,
    /** -1: in order. Else its place is a guess, and so many results before it, from the first such batch on, too. */
    readonly back: number,
    /** While they are in memory. */
    public bytes: Uint8Array | undefined,
  ) {}

  get end(): number {
    return this.position + this.count;
  }

  /** Where to go on for who saw the result at `index`. */
  resumeAfter(index: number): ResumePoint {
    const upTo = this.position + index + 1;
    if (this.back < 0) return { position: upTo, seen: undefined };
    return { position: this.position - this.back, seen: { shard: this.shard, upTo } };
  }
}
