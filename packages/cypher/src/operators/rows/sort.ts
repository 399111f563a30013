/**
 * ORDER BY within each partition, stable. The input is sorted in runs as it arrives, and the runs are merged as rows
 * are pulled, so no step blocks the thread for long. With a bound on the number of rows it keeps little more than that.
 */
import { orderValues } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import { drain } from '../operator.js';
import type { Operator } from '../operator.js';
import { HeldRows } from './held-rows.js';
import { MergedRuns } from './merged-runs.js';

const RUN_ROWS = 8192;

export interface SortKey {
  readonly slot: number;
  readonly descending: boolean;
}

export class Sort implements Operator {
  private runs: Row[][] = [];
  private run: Row[] = [];
  private merged: MergedRuns | undefined;
  private readonly held: HeldRows;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly keys: readonly SortKey[],
    private readonly partition: number,
    /** Number of rows needed per partition; used only if there is one partition. */
    private readonly bound: number,
  ) {
    this.held = new HeldRows(state.budget);
  }

  get isOver(): boolean {
    return this.merged !== undefined && this.merged.isEmpty;
  }

  next(): MaybePromise<Row[] | undefined> {
    if (this.merged !== undefined) return this.give(this.merged);
    const done = drain(this.source, batch => this.take(batch));
    return isPromise(done) ? done.then(() => this.give(this.merge())) : this.give(this.merge());
  }

  close(): void {
    this.merged = new MergedRuns([], this.order);
    this.runs = [];
    this.run = [];
    this.held.release();
    this.source.close();
  }

  private take(batch: Row[]): void {
    const { run } = this;
    for (const row of batch) run.push(row);
    this.held.keep(batch);
    if (run.length < Math.max(RUN_ROWS, 2 * Math.min(this.bound, RUN_ROWS))) return;
    run.sort(this.order);
    if (this.bound <= RUN_ROWS) {
      run.length = Math.min(run.length, this.bound);
      this.held.cutTo(run);
    } else this.endRun();
  }

  private endRun(): void {
    this.runs.push(this.run);
    this.run = [];
  }

  private merge(): MergedRuns {
    this.state.budget.refill();
    this.run.sort(this.order);
    this.endRun();
    this.held.release();
    this.merged = new MergedRuns(this.runs, this.order);
    this.runs = [];
    return this.merged;
  }

  private give(merged: MergedRuns): MaybePromise<Row[] | undefined> {
    this.state.budget.refill();
    const batch = merged.take(this.state.batchRows);
    if (batch.length === 0) return undefined;
    const turn = this.state.turn();
    return turn === undefined ? batch : turn.then(() => batch);
  }

  private readonly order = (a: Row, b: Row): number => {
    const { keys, partition } = this;
    const { budget } = this.state;
    const byPartition = (a[partition] as number) - (b[partition] as number);
    if (byPartition !== 0) return byPartition;
    for (let i = 0; i < keys.length; i++) {
      const { slot, descending } = keys[i]!;
      const order = orderValues(a[slot]!, b[slot]!, budget);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}
