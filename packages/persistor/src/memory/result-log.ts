/** The results of one standing query, in order of sequence. */
import type { ResultBounds, StoredResults } from '../persistor.js';

export class ResultLog {
  private readonly list: StoredResults[] = [];

  /** Adds results; results with the same sequence are replaced. */
  put(results: StoredResults): void {
    const at = this.firstAfter(results.sequence - 1);
    const isThere = this.list[at]?.sequence === results.sequence;
    this.list.splice(at, isThere ? 1 : 0, results);
  }

  after(sequence: number): readonly StoredResults[] {
    return this.list.slice(this.firstAfter(sequence));
  }

  deleteUpTo(sequence: number): void {
    this.list.splice(0, this.firstAfter(sequence));
  }

  get bounds(): ResultBounds | undefined {
    const first = this.list[0];
    return first && { first: first.sequence, last: this.list[this.list.length - 1]!.sequence };
  }

  /** Index of the first results later than a sequence. */
  private firstAfter(sequence: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.list[middle]!.sequence > sequence) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
