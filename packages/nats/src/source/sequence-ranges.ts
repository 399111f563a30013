/**
 * The messages of a stream that were taken, stored compactly as sorted ranges of sequences. Sequences that a consumer
 * skipped between two successive deliveries count as taken, since they are never delivered. Beyond `LARGEST` ranges the
 * oldest are forgotten: their messages are read again if they are redelivered.
 */
export type SequenceRange = [first: number, last: number];

const LARGEST = 64;

export class SequenceRanges {
  private readonly ranges: SequenceRange[];
  /** The delivery that brought the end of the last range. */
  private lastDelivery = NaN;

  constructor(ranges: readonly SequenceRange[] = []) {
    this.ranges = ranges.map(([first, last]) => [first, last]);
  }

  has(sequence: number): boolean {
    return this.ranges.some(([first, last]) => first <= sequence && sequence <= last);
  }

  /** @param delivery delivery count of the consumer. @param isFirst the message was not delivered before. */
  add(sequence: number, delivery: number, isFirst: boolean): void {
    const last = this.ranges.at(-1);
    if (last !== undefined && sequence <= last[1]) return this.insert(sequence);
    // A redelivery does not show that sequences in between were skipped: another reader may have them.
    const follows = isFirst && delivery === this.lastDelivery + 1;
    this.lastDelivery = isFirst ? delivery : NaN;
    if (last !== undefined && (follows || sequence === last[1] + 1)) last[1] = sequence;
    else this.insert(sequence);
  }

  /** Call when the delivery count may restart. */
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
