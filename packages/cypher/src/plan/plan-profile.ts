/** What the operators of one run did: rows they gave, and the time until they had them. */
import type { Clock, MaybePromise, ValueMap } from '@weir/model';
import { float } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { Operator } from '../operators/operator.js';

interface Measured {
  rows: number;
  /** Milliseconds, with what the operator's sources took. */
  millis: number;
}

const NOTHING: Measured = { rows: 0, millis: 0 };

/** Measurements by whatever stands for an operator: a step of a plan, or a plan for its argument rows. */
export class PlanProfile {
  private readonly measured = new Map<object, Measured>();

  constructor(private readonly clock: Clock) {}

  /** The operator, watched. Several runs of one subquery are added up. */
  watch(key: object, operator: Operator): Operator {
    let measured = this.measured.get(key);
    if (measured === undefined) this.measured.set(key, (measured = { rows: 0, millis: 0 }));
    return new WatchedOperator(operator, measured, this.clock);
  }

  /** Milliseconds until everything that came out of an operator was there. */
  totalMillis(key: object): number {
    return (this.measured.get(key) ?? NOTHING).millis;
  }

  /** @param sources what the operator pulls from: their time is not its own. */
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
