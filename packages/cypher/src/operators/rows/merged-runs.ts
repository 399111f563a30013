/**
 * Merges several sorted lists, consumed from the front. A binary heap holds the next row of each list. Among equal rows
 * the earlier list is preferred, so merging runs of one input in order is stable.
 */
import type { Row } from '../../compiled-query.js';

interface Run {
  readonly rows: readonly Row[];
  readonly index: number;
  at: number;
}

export class MergedRuns {
  private readonly heap: Run[];

  constructor(
    runs: readonly (readonly Row[])[],
    private readonly order: (a: Row, b: Row) => number,
  ) {
    this.heap = runs.map((rows, index) => ({ rows, index, at: 0 })).filter(run => run.rows.length > 0);
    for (let i = (this.heap.length >> 1) - 1; i >= 0; i--) this.sink(i);
  }

  get isEmpty(): boolean {
    return this.heap.every(({ rows, at }) => at >= rows.length);
  }

  /** The next rows, at most `count`; none at the end. */
  take(count: number): Row[] {
    const { heap } = this;
    if (heap.length === 1) {
      const [run] = heap;
      const rows = run!.rows.slice(run!.at, run!.at + count);
      run!.at += rows.length;
      return rows;
    }
    const result: Row[] = [];
    while (result.length < count && heap.length > 0) {
      const run = heap[0]!;
      result.push(run.rows[run.at++]!);
      if (run.at >= run.rows.length) this.dropFirst();
      if (heap.length > 1) this.sink(0);
    }
    return result;
  }

  private dropFirst(): void {
    const last = this.heap.pop()!;
    if (this.heap.length > 0) this.heap[0] = last;
  }

  private sink(from: number): void {
    const { heap } = this;
    const run = heap[from]!;
    let i = from;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!this.isBefore(heap[child]!, run)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = run;
  }

  private isBefore(a: Run, b: Run): boolean {
    const order = this.order(a.rows[a.at]!, b.rows[b.at]!);
    return order !== 0 ? order < 0 : a.index < b.index;
  }
}
