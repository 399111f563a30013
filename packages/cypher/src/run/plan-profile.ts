/** Measurements of the operators of one run: output rows, and time. */
import { float } from '@weir/model';
import type { ValueMap } from '@weir/model';

export interface Measured {
  rows: number;
  /** Milliseconds, including the operator's sources. */
  millis: number;
}

const NOTHING: Readonly<Measured> = { rows: 0, millis: 0 };

/** Measurements keyed by the object that represents an operator: a step of a plan, or a plan for its argument rows. */
export class PlanProfile {
  private readonly measured = new Map<object, Measured>();

  /** Returns the measurements of an operator, to be added to. Several runs of one subquery are added up. */
  of(key: object): Measured {
    let measured = this.measured.get(key);
    if (measured === undefined) this.measured.set(key, (measured = { rows: 0, millis: 0 }));
    return measured;
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
