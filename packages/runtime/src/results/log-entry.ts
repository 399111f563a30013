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
  resumeAfter(index: number): number {
    return this.back < 0 ? this.position + index + 1 : this.position - this.back;
  }
}
