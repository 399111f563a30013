/**
 * Stamps order all groups of a shard: the owner's epoch, then a number. A group's rows are written under its stamp, each
 * also with the stamp as Cassandra's own timestamp, and count from the moment that the shard's register reaches it.
 * Between two committed stamps may be a gap: attempts that failed, or what an owner that was replaced had begun. What is
 * in a gap never counts. So no clock decides anything, and writing the same once more, or late, changes nothing.
 */

const GROUPS_PER_EPOCH = 2 ** 32;

/** Groups of 2,000,000 epochs fit into integers that JavaScript has exactly. */
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

  /** Whether what was written under a stamp counts. */
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
