/** Runs several plans over the same rows, in order. */
import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import { copiesFor } from './apply.js';
import type { InnerPlan } from './apply.js';
import type { Operator } from '../operator.js';

export class Union implements Operator {
  private branch = 0;
  private rows: Row[] | undefined;
  private current: Operator | undefined;
  private ended = false;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly branches: readonly InnerPlan[],
    private readonly partition: number,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    while (!this.ended) {
      const { current } = this;
      const batch = current === undefined ? this.source.next() : current.next();
      if (isPromise(batch)) return this.resume(batch);
      const rows = this.received(batch);
      if (rows !== undefined) return rows;
    }
    return undefined;
  }

  close(): void {
    this.ended = true;
    this.current?.close();
    this.current = undefined;
    this.source.close();
  }

  /** The asynchronous variant: a loop, since a chain of promises would grow with a long input. */
  private async resume(first: Promise<Row[] | undefined>): Promise<Row[] | undefined> {
    let rows = this.received(await first);
    while (rows === undefined && !this.ended) {
      const { current } = this;
      rows = this.received(await (current === undefined ? this.source.next() : current.next()));
    }
    return rows;
  }

  /** Processes rows of the source, or of the current branch; returns the rows to pass on. */
  private received(batch: Row[] | undefined): Row[] | undefined {
    if (this.current === undefined) {
      this.rows = batch;
      this.branch = 0;
      if (batch === undefined) this.ended = true;
      else this.openBranch();
      return undefined;
    }
    if (batch === undefined) {
      this.openBranch();
      return undefined;
    }
    const { partition } = this;
    for (const row of batch) row[partition] = this.rows![row[partition] as number]![partition]!;
    return batch;
  }

  private openBranch(): void {
    this.state.cancellation?.throwIfCancelled();
    const branch = this.branches[this.branch++];
    this.current = branch?.open(this.state, copiesFor(this.rows!, this.partition));
  }
}
