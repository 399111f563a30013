import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row, RowStream } from '../compiled-query.js';
import type { RunState } from '../run/run-state.js';
import { stackOverflow } from '../budget/query-budget.js';
import { drain } from '../operators/operator.js';
import type { Operator } from '../operators/operator.js';

/** The rows of a run, wave by wave. A query without columns does all its work in the first call. */
export class QueryStream implements RowStream {
  private wave = 0;
  private current: Operator | undefined;
  private closed = false;

  constructor(
    private readonly state: RunState,
    private readonly waves: readonly (readonly Row[])[],
    private readonly hasColumns: boolean,
    private readonly open: (wave: readonly Row[]) => Operator,
  ) {}

  next(): MaybePromise<readonly Row[] | undefined> {
    try {
      const rows = this.pull();
      if (!isPromise(rows)) return rows;
      return rows.catch((error: unknown) => {
        this.close();
        throw endOfRun(error);
      });
    } catch (error) {
      this.close();
      throw endOfRun(error);
    }
  }

  get isOver(): boolean {
    return this.closed || (this.wave >= this.waves.length && this.current?.isOver === true);
  }

  get bytesMade(): number {
    return this.state.budget.bytesMade;
  }

  private pull(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.closed) return undefined;
      this.state.cancellation?.throwIfCancelled();
      if (this.current === undefined) {
        if (this.wave >= this.waves.length) return this.end();
        this.current = this.open(this.waves[this.wave++]!);
      }
      if (!this.hasColumns) {
        const done = drain(this.current, () => this.state.budget.passed());
        this.current = undefined;
        if (isPromise(done)) return done.then(() => this.pull());
        continue;
      }
      this.state.budget.passed();
      const rows = this.current.next();
      if (isPromise(rows)) return rows.then(found => this.received(found));
      if (rows !== undefined) return rows;
      this.current = undefined;
    }
  }

  private received(rows: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (rows !== undefined) return rows;
    this.current = undefined;
    return this.pull();
  }

  private end(): undefined {
    this.closed = true;
    this.state.graph.flush();
    return undefined;
  }

  close(): void {
    this.closed = true;
    this.current?.close();
    this.current = undefined;
  }
}

/** A deeply nested expression can exhaust the stack. */
function endOfRun(error: unknown): unknown {
  return error instanceof RangeError ? stackOverflow(error) : error;
}
