/**
 * Which messages of a stream were taken, in few numbers: ranges of sequences, in order. What a consumer left out between
 * two deliveries that follow one another counts as taken, since it never comes. Of more ranges than `LARGEST` the oldest
 * are forgotten: what is delivered again of them is taken again.
 */
export type SequenceRange = [first: number, last: number];

const LARGEST = 64;

export class SequenceRanges {
  private readonly ranges: SequenceRange[];
  /** The one that brought what the last range ends with. */
  private lastDelivery = NaN;

  constructor(ranges: readonly SequenceRange[] = []) {
    this.ranges = ranges.map(([first, last]) => [first, last]);
  }

  has(sequence: number): boolean {
    return this.ranges.some(([first, last]) => first <= sequence && sequence <= last);
  }

  /** @param delivery counts what the consumer delivered. @param isFirst the message was not delivered before. */
  add(sequence: number, delivery: number, isFirst: boolean): void {
    const last = this.ranges.at(-1);
    if (last !== undefined && sequence <= last[1]) return this.insert(sequence);
    // What comes again says nothing of what is between: somebody else may have that.
    const follows = isFirst && delivery === this.lastDelivery + 1;
    this.lastDelivery = isFirst ? delivery : NaN;
    if (last !== undefined && (follows || sequence === last[1] + 1)) last[1] = sequence;
    else this.insert(sequence);
  }

  /** Deliveries may be counted anew. */
  interrupted(): void {
    this.lastDelivery = NaN;
  }

  plain(): SequenceRange[] {
    return this.ranges.map(([first, last]) => [first, last]);
  }

  private insert(sequence: number): void {
    if (this.has(sequence)) return;
    let at = this.ranges.length;
    while (at > 0 && this.ranges[at - 1]![0] > sequence) at--;
    const before = this.ranges[at - 1];
    const after = this.ranges[at];
    if (before?.[1] === sequence - 1) before[1] = sequence;
    else if (after?.[0] === sequence + 1) after[0] = sequence;
    else {
      this.ranges.splice(at, 0, [sequence, sequence]);
      if (this.ranges.length > LARGEST) this.ranges.shift();
    }
  }
}
