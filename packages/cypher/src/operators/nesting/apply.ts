/**
 * Runs an inner plan for the rows of the source: OPTIONAL MATCH, CALL subqueries, FOREACH. The inner plan gets copies
 * of the rows, one partition each; since it only adds slots, its output rows are already joined.
 */
import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import type { Operator } from '../operator.js';

/** The interface of a plan that Apply uses. */
export interface InnerPlan {
  open(state: RunState, rows: Row[]): Operator;
}

export interface ApplySpec {
  readonly inner: InnerPlan;
  readonly partition: number;
  /** Slots set to null in rows for which the inner plan has no output; `undefined`: such rows are dropped. */
  readonly optional: readonly number[] | undefined;
  /** The inner plan's rows are ignored: each row of the source passes once, after the plan ran for it. */
  readonly unit: boolean;
  /** The inner plan reads its own writes: each row must see the writes of the previous ones. */
  readonly oneByOne: boolean;
}

export function copiesFor(rows: readonly Row[], partition: number): Row[] {
  return rows.map((row, i) => {
    const copy = row.slice();
    copy[partition] = i;
    return copy;
  });
}

export class Apply implements Operator {
  private waiting: Row[] = [];
  private outer: Row[] = [];
  private matched: boolean[] = [];
  private current: Operator | undefined;
  private ended = false;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ApplySpec,
  ) {}

  get isOver(): boolean {
    const { optional, unit } = this.spec;
    const isThrough =
      this.current === undefined || (optional === undefined && !unit && this.current.isOver === true);
    return this.ended || (isThrough && this.waiting.length === 0 && this.source.isOver === true);
  }

  next(): MaybePromise<Row[] | undefined> {
    while (!this.ended) {
      if (this.current !== undefined) {
        const batch = this.current.next();
        if (isPromise(batch)) return this.resume(batch.then(rows => this.received(rows)));
        const rows = this.received(batch);
        if (rows !== undefined) return rows;
      } else if (this.waiting.length > 0) {
        const turn = this.state.turn();
        if (turn !== undefined) return this.resume(turn);
        this.begin();
      } else {
        const batch = this.source.next();
        if (isPromise(batch)) return this.resume(batch.then(rows => this.take(rows)));
        this.take(batch);
      }
    }
    return undefined;
  }

  /** The asynchronous variant: a loop, since a chain of promises would grow with a long input. */
  private async resume(first: Promise<Row[] | undefined | void>): Promise<Row[] | undefined> {
    let rows = await first;
    while (!rows && !this.ended) {
      if (this.current !== undefined) rows = this.received(await this.current.next());
      else if (this.waiting.length > 0) {
        await this.state.turn();
        this.begin();
      } else this.take(await this.source.next());
    }
    return rows ?? undefined;
  }

  close(): void {
    this.waiting = [];
    this.current?.close();
    this.current = undefined;
    this.source.close();
  }

  private take(batch: Row[] | undefined): undefined {
    if (batch === undefined) this.ended = true;
    else this.waiting = batch;
  }

  private begin(): void {
    this.state.cancellation?.throwIfCancelled();
    const count = this.spec.oneByOne ? 1 : Math.min(this.state.batchRows, this.waiting.length);
    this.outer = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    this.matched = new Array<boolean>(count).fill(false);
    this.current = this.spec.inner.open(this.state, copiesFor(this.outer, this.spec.partition));
  }

  private received(batch: Row[] | undefined): Row[] | undefined {
    const { partition, optional, unit } = this.spec;
    if (batch === undefined) {
      this.current = undefined;
      if (unit) return this.outer;
      return optional === undefined ? undefined : this.unmatched(optional);
    }
    if (unit) return undefined;
    for (const row of batch) {
      const index = row[partition] as number;
      this.matched[index] = true;
      row[partition] = this.outer[index]![partition]!;
    }
    return batch;
  }

  private unmatched(optional: readonly number[]): Row[] | undefined {
    const rows = this.outer.filter((_row, i) => !this.matched[i]);
    for (const row of rows) for (const slot of optional) row[slot] = null;
    return rows.length > 0 ? rows : undefined;
  }
}
