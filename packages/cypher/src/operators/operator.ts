/**
 * The one interface of all physical operators: pull a batch of rows. Rows belong to whoever pulled them and
 * are changed in place; an operator that makes several rows out of one copies it. An operator answers without
 * a promise whenever the graph does.
 */
import type { MaybePromise } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { RunState } from '../expression/run/run-state.js';

/** Rows per batch, about: an operator may give more when one row becomes many. */
export const BATCH_ROWS = 1024;

export interface Operator {
  /** Never empty; `undefined` at the end, and after it. Call again only after the answer. */
  next(): MaybePromise<Row[] | undefined>;
  /** Lets go early. */
  close(): void;
}

/**
 * An operator that turns each batch of its source into another one. One that makes very many rows out of few
 * gives them in batches of the usual size.
 */
export abstract class BatchOperator implements Operator {
  private surplus: Row[] | undefined;
  private at = 0;

  constructor(
    protected readonly state: RunState,
    protected readonly source: Operator,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    if (this.surplus !== undefined) return this.giveSurplus(this.surplus);
    for (;;) {
      const input = this.source.next();
      if (input instanceof Promise) return this.resume(input);
      if (input === undefined) return undefined;
      this.state.signal?.throwIfAborted();
      const output = this.process(input);
      if (output instanceof Promise) return this.resume(undefined, output);
      if (output.length > 0) return this.give(output);
    }
  }

  /** The same with waiting: a loop, since a chain of promises over a long input would grow with it. */
  private async resume(
    input: Promise<Row[] | undefined> | undefined,
    output?: Promise<Row[]>,
  ): Promise<Row[] | undefined> {
    let rows = output === undefined ? undefined : await output;
    let source: MaybePromise<Row[] | undefined> = input;
    for (;;) {
      if (rows !== undefined && rows.length > 0) return this.give(rows);
      const pulled: MaybePromise<Row[] | undefined> = source ?? this.source.next();
      source = undefined;
      const batch = pulled instanceof Promise ? await pulled : pulled;
      if (batch === undefined) return undefined;
      this.state.signal?.throwIfAborted();
      const processed = this.process(batch);
      rows = processed instanceof Promise ? await processed : processed;
    }
  }

  close(): void {
    this.surplus = undefined;
    this.source.close();
  }

  protected abstract process(batch: Row[]): MaybePromise<Row[]>;

  private give(rows: Row[]): Row[] {
    if (rows.length <= 2 * BATCH_ROWS) return rows;
    this.surplus = rows;
    this.at = BATCH_ROWS;
    return rows.slice(0, BATCH_ROWS);
  }

  private giveSurplus(rows: Row[]): MaybePromise<Row[]> {
    const batch = rows.slice(this.at, this.at + BATCH_ROWS);
    this.at += BATCH_ROWS;
    if (this.at >= rows.length) this.surplus = undefined;
    const turn = this.state.turn();
    return turn === undefined ? batch : turn.then(() => batch);
  }
}

/** The argument rows of a plan. Their list stays as it is: operators look at it, and batches are cut in place. */
export class ArgumentSource implements Operator {
  private at = 0;

  constructor(private readonly rows: Row[]) {}

  next(): Row[] | undefined {
    const { at, rows } = this;
    if (at >= rows.length) return undefined;
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
    if (done instanceof Promise) return inSequenceWaiting(done, count, work, i + 1);
  }
  return undefined;
}

async function inSequenceWaiting(
  first: Promise<void>,
  count: number,
  work: (index: number) => MaybePromise<void>,
  from: number,
): Promise<void> {
  await first;
  for (let i = from; i < count; i++) {
    const done = work(i);
    if (done instanceof Promise) await done;
  }
}
