/** An operator of a profiled run: counts the rows of another one, and the time until they are available. */
import type { Clock, MaybePromise } from '@weir/platform';
import type { Row } from '../compiled-query.js';
import type { Measured } from '../run/plan-profile.js';
import type { Operator } from './operator.js';

export class MeasuredOperator implements Operator {
  constructor(
    private readonly operator: Operator,
    private readonly measured: Measured,
    private readonly clock: Clock,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    const start = timeOf(this.clock);
    const rows = this.operator.next();
    return rows instanceof Promise ? rows.then(found => this.note(start, found)) : this.note(start, rows);
  }

  close(): void {
    this.operator.close();
  }

  private note(start: number, rows: Row[] | undefined): Row[] | undefined {
    this.measured.millis += timeOf(this.clock) - start;
    this.measured.rows += rows?.length ?? 0;
    return rows;
  }
}

function timeOf(clock: Clock): number {
  return clock.precise?.() ?? clock.now();
}
