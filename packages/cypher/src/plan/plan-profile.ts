/** Measurements of the operators of one run: output rows, and time. */
import type { ValueMap } from '@weir/model';
import type { Clock, MaybePromise } from '@weir/platform';
import { float } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { Operator } from '../operators/operator.js';

interface Measured {
  rows: number;
  /** Milliseconds, including the operator's sources. */
  millis: number;
}

const NOTHING: Measured = { rows: 0, millis: 0 };

/** Measurements keyed by the object that represents an operator: a step of a plan, or a plan for its argument rows. */
export class PlanProfile {
  private readonly measured = new Map<object, Measured>();

  constructor(private readonly clock: Clock) {}

  /** Wraps an operator to measure it. Several runs of one subquery are added up. */
  watch(key: object, operator: Operator): Operator {
    let measured = this.measured.get(key);
    if (measured === undefined) this.measured.set(key, (measured = { rows: 0, millis: 0 }));
    return new WatchedOperator(operator, measured, this.clock);
  }

  /** Total milliseconds until all output of an operator was available. */
  totalMillis(key: object): number {
    return (this.measured.get(key) ?? NOTHING).millis;
  }

  /** @param sources the operator's inputs: their time is subtracted. */
  argsOf(key: object, sources: readonly object[]): ValueMap {
    const { rows, millis } = this.measured.get(key) ?? NOTHING;
    const own = sources.reduce((rest, source) => rest - this.totalMillis(source), millis);
    return { rows, timeMillis: float(Math.max(0, Math.round(own * 1000) / 1000)) };
  }
}

class WatchedOperator implements Operator {
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
