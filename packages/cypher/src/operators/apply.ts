/**
 * Runs an inner plan for the rows of the source: OPTIONAL MATCH, CALL subqueries, FOREACH. The inner plan gets
 * copies of the rows, one partition each; since it only ever adds slots, what it gives are already joined rows.
 */
import { isPromise } from '@weir/model';
import type { MaybePromise } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { RunState } from '../expression/run-state.js';
import type { Operator } from './operator.js';
import { BATCH_ROWS } from './operator.js';

/** What Apply needs of a plan. */
export interface InnerPlan {
  open(state: RunState, rows: Row[]): Operator;
}

export interface ApplySpec {
  readonly inner: InnerPlan;
  readonly partition: number;
  /** Set to null in rows for which the inner plan gives none; `undefined`: such rows vanish. */
  readonly optional: readonly number[] | undefined;
  /** The inner plan's rows don't matter: each row of the source passes once it ran. */
  readonly unit: boolean;
  /** The inner plan reads what it writes: each row must see what the ones before did. */
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

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: ApplySpec,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.current !== undefined) {
        const batch = this.current.next();
        if (isPromise(batch)) return batch.then(rows => this.received(rows) ?? this.next());
        const rows = this.received(batch);
        if (rows !== undefined) return rows;
        continue;
      }
      if (this.waiting.length > 0) {
        this.begin();
        continue;
      }
      const batch = this.source.next();
      if (isPromise(batch)) return batch.then(rows => this.take(rows));
      if (batch === undefined) return undefined;
      this.waiting = batch;
    }
  }

  close(): void {
    this.waiting = [];
    this.current?.close();
    this.current = undefined;
    this.source.close();
  }

  private take(batch: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (batch === undefined) return undefined;
    this.waiting = batch;
    return this.next();
  }

  private begin(): void {
    this.state.signal?.throwIfAborted();
    const count = this.spec.oneByOne ? 1 : Math.min(BATCH_ROWS, this.waiting.length);
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

/** Several plans over the same rows, one after the other. */
export class Union implements Operator {
  private branch = 0;
  private rows: Row[] | undefined;
  private current: Operator | undefined;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly branches: readonly InnerPlan[],
    private readonly partition: number,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.current !== undefined) {
        const batch = this.current.next();
        if (isPromise(batch)) return batch.then(rows => this.received(rows) ?? this.next());
        const rows = this.received(batch);
        if (rows !== undefined) return rows;
        continue;
      }
      if (this.rows !== undefined && this.branch < this.branches.length) {
        this.current = this.branches[this.branch++]!.open(this.state, copiesFor(this.rows, this.partition));
        continue;
      }
      const batch = this.source.next();
      if (isPromise(batch)) return batch.then(rows => this.take(rows));
      if (batch === undefined) return undefined;
      this.rows = batch;
      this.branch = 0;
    }
  }

  close(): void {
    this.rows = undefined;
    this.current?.close();
    this.current = undefined;
    this.source.close();
  }

  private take(batch: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (batch === undefined) return undefined;
    this.rows = batch;
    this.branch = 0;
    return this.next();
  }

  private received(batch: Row[] | undefined): Row[] | undefined {
    if (batch === undefined) {
      this.current = undefined;
      return undefined;
    }
    for (const row of batch)
      row[this.partition] = this.rows![row[this.partition] as number]![this.partition]!;
    return batch;
  }
}
