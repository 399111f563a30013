/**
 * The one interface of all physical operators: pull a batch of rows. Rows belong to whoever pulled them and
 * are changed in place; an operator that makes several rows out of one copies it. An operator answers without
 * a promise whenever the graph does.
 */
import type { MaybePromise } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { RunState } from '../expression/run-state.js';

/** Rows per batch, about: an operator may give more when one row becomes many. */
export const BATCH_ROWS = 1024;

export interface Operator {
  /** Never empty; `undefined` at the end, and after it. Call again only after the answer. */
  next(): MaybePromise<Row[] | undefined>;
  /** Lets go early. */
  close(): void;
}

/** An operator that turns each batch of its source into another one. */
export abstract class BatchOperator implements Operator {
  constructor(
    protected readonly state: RunState,
    protected readonly source: Operator,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      const input = this.source.next();
      if (input instanceof Promise) return input.then(batch => this.take(batch));
      if (input === undefined) return this.finish();
      this.state.signal?.throwIfAborted();
      const output = this.process(input);
      if (output instanceof Promise) return output.then(rows => (rows.length > 0 ? rows : this.next()));
      if (output.length > 0) return output;
    }
  }

  private take(batch: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (batch === undefined) return this.finish();
    this.state.signal?.throwIfAborted();
    const output = this.process(batch);
    if (output instanceof Promise) return output.then(rows => (rows.length > 0 ? rows : this.next()));
    return output.length > 0 ? output : this.next();
  }

  close(): void {
    this.source.close();
  }

  protected abstract process(batch: Row[]): MaybePromise<Row[]>;

  /** What is left to give when the source has ended. Called again after an answer, until it is `undefined`. */
  protected finish(): MaybePromise<Row[] | undefined> {
    return undefined;
  }
}

/** The argument rows of a plan. */
export class ArgumentSource implements Operator {
  private at = 0;

  constructor(private readonly rows: Row[]) {}

  next(): Row[] | undefined {
    const { at, rows } = this;
    if (at >= rows.length) return undefined;
    if (at === 0 && rows.length <= BATCH_ROWS) {
      this.at = rows.length;
      return rows;
    }
    this.at = at + BATCH_ROWS;
    return rows.slice(at, this.at);
  }

  close(): void {
    this.at = this.rows.length;
  }
}

/** Pulls until the end. */
export function drain(operator: Operator, take: (rows: Row[]) => void): MaybePromise<void> {
  for (;;) {
    const batch = operator.next();
    if (batch instanceof Promise) {
      return batch.then(rows => {
        if (rows === undefined) return undefined;
        take(rows);
        return drain(operator, take);
      });
    }
    if (batch === undefined) return undefined;
    take(batch);
  }
}

/** All rows of a source in one list. */
export function gather(operator: Operator): MaybePromise<Row[]> {
  const first = operator.next();
  if (first instanceof Promise) return first.then(rows => gatherRest(operator, rows));
  return gatherRest(operator, first);
}

function gatherRest(operator: Operator, first: Row[] | undefined): MaybePromise<Row[]> {
  if (first === undefined) return [];
  const all = first;
  const done = drain(operator, rows => {
    for (const row of rows) all.push(row);
  });
  return done instanceof Promise ? done.then(() => all) : all;
}

/** Does `work` for each index in order, one after the other. */
export function inSequence(
  count: number,
  work: (index: number) => MaybePromise<void>,
  from = 0,
): MaybePromise<void> {
  for (let i = from; i < count; i++) {
    const done = work(i);
    if (done instanceof Promise) return done.then(() => inSequence(count, work, i + 1));
  }
  return undefined;
}
