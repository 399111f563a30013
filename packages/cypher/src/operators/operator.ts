/**
 * The interface of all physical operators: pull a batch of rows. The consumer owns the rows it pulled and changes them
 * in place; an operator that creates several rows from one copies it. An operator returns without a promise whenever
 * the graph does.
 */
import type { MaybePromise } from '@weir/platform';
import type { QueryBudget } from '../budget/query-budget.js';
import type { Row } from '../compiled-query.js';
import { HeldRows } from './rows/held-rows.js';

export interface Operator {
  /** Never empty; `undefined` at the end, and after it. Call again only after the previous call has resolved. */
  next(): MaybePromise<Row[] | undefined>;
  /** If `true`, the next call of `next` would return `undefined`. Otherwise this is unknown. */
  readonly isOver?: boolean;
  /** Ends the operator early. */
  close(): void;
}

/** The argument rows of a plan. Copies their list: operators read it, and batches are truncated in place. */
export class ArgumentSource implements Operator {
  private at = 0;

  constructor(
    private readonly rows: Row[],
    private readonly batchRows: number,
  ) {}

  get isOver(): boolean {
    return this.at >= this.rows.length;
  }

  next(): Row[] | undefined {
    const { at, rows } = this;
    if (at >= rows.length) return undefined;
    this.at = at + this.batchRows;
    return rows.slice(at, this.at);
  }

  close(): void {
    this.at = this.rows.length;
  }
}

/** Pulls all batches until the end. */
export function drain(operator: Operator, take: (rows: Row[]) => void): MaybePromise<void> {
  for (;;) {
    const batch = operator.next();
    if (batch instanceof Promise) return drainWaiting(operator, take, batch);
    if (batch === undefined) return undefined;
    take(batch);
  }
}

async function drainWaiting(
  operator: Operator,
  take: (rows: Row[]) => void,
  first: Promise<Row[] | undefined>,
): Promise<void> {
  let batch = await first;
  while (batch !== undefined) {
    take(batch);
    const next = operator.next();
    batch = next instanceof Promise ? await next : next;
  }
}

/** Returns all rows of a source in one list. */
export function gather(operator: Operator, budget: QueryBudget): MaybePromise<Row[]> {
  const held = new HeldRows(budget);
  let all: Row[] | undefined;
  const done = drain(operator, rows => {
    held.keep(rows);
    if (all === undefined) all = rows;
    else for (const row of rows) all.push(row);
  });
  const gathered = (): Row[] => {
    held.release();
    return all ?? [];
  };
  return done instanceof Promise ? done.then(gathered) : gathered();
}
