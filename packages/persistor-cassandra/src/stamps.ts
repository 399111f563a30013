/**
 * Stamps order all groups of a shard: the owner's epoch, then a number. A group's rows are written under its stamp,
 * which is also their timestamp in Cassandra, and count from the moment the shard's register reaches it. Between two
 * committed stamps there may be a gap: failed attempts, or writes begun by an owner that was replaced. Rows in a gap
 * never count. So no clock decides anything, and repeated or late writes change nothing.
 */

const GROUPS_PER_EPOCH = 2 ** 32;

/** The numbers of 2,000,000 epochs are safe integers of JavaScript. */
export function firstStamp(epoch: number): number {
  return epoch * GROUPS_PER_EPOCH;
}

export class Stamps {
  /** In order; each from a committed stamp to the next one. */
  private readonly gaps: (readonly [after: number, before: number])[];

  constructor(
    public committed: number,
    gaps: Iterable<readonly [number, number]>,
  ) {
    this.gaps = [...gaps].sort((a, b) => a[0] - b[0]);
  }

  advance(to: number, gap: readonly [number, number] | undefined): void {
    this.committed = to;
    if (gap !== undefined) this.gaps.push(gap);
  }

  /** Whether rows written under a stamp count. */
  counts(stamp: number): boolean {
    if (stamp > this.committed) return false;
    let low = 0;
    let high = this.gaps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.gaps[middle]![1] <= stamp) low = middle + 1;
      else high = middle;
    }
    const gap = this.gaps[low];
    return gap === undefined || stamp <= gap[0];
  }
}
